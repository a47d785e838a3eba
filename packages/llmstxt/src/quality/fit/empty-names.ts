import { groupBy } from '../../group-by.ts';
import type { Page } from '../pages.ts';
import type { ReadPage } from './read-page.ts';

/** Fewest similar names that distinguish nothing. */
const MIN_ALIKE = 4;
/** Largest share of names that pages under one heading share. Real files have at most 0.89. */
const MAX_SHARED = 0.9;
const SIGNS = /[^\p{L}\p{N}]/gu;
const NUMBER = /\p{N}+/gu;
/** Number, or the mark that replaces a number. */
const NUMBERED = /[\p{N}#]/u;
const HOST = /^[a-z]+:\/\/[^/]*/i;
/** Years and versions are content. */
const DATE_OR_VERSION = /\b(?:19|20)\d{2}\b|\d\.\d/;
/** Name such as "Base64" or "185/70R14", whose number is content. */
const NAME_WITH_NUMBER = /\p{L}\p{N}/u;
/** Database identifier, such as `doc_8f3a2b`. */
const ID = /^(?=\S*\d\S*\d)[!-~]{6,}$/;

/** Finds pages whose names distinguish nothing: numbers ("Page 2"), signs, identifiers, "Read more", or shared names. */
export function emptyNames(pages: readonly ReadPage[]): ReadonlySet<Page> {
  const named = pages.filter(({ label }) => label !== '');
  const linked = named.filter(({ page }) => page.name !== '');
  const empty = [...numberedNames(named), ...meaninglessNames(linked), ...sharedNames(linked)];
  return new Set(empty.map(({ page }) => page));
}

/** Reports whether the name is a whole word of the URL. */
function isInUrl({ label, page }: Pick<ReadPage, 'label' | 'page'>): boolean {
  return page.target
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]|[-_](?=\p{L})/u)
    .includes(label.toLowerCase());
}

/** Reports whether the path of a URL contains the numbers of a name with content, unlike "Page 2". */
function areNumbersInUrl({ label, name, page }: ReadPage): boolean {
  if (label.split(' ').some((word) => NAME_WITH_NUMBER.test(word) && isInUrl({ label: word.replace(SIGNS, ''), page })))
    return true;
  const ofPath = new Set(page.target.replace(HOST, '').match(NUMBER));
  // A URL has no separators in its numbers, such as 10000 for "10,000".
  const numbers = label.replaceAll(',', '').match(NUMBER) ?? [];
  return name.size > 0 && numbers.every((number) => ofPath.has(number));
}

/** Returns the pages of every key whose pages have at least `least` different values. */
function findAlike(
  pages: readonly ReadPage[],
  toKey: (page: ReadPage) => unknown,
  distinctBy: (page: ReadPage) => string,
  least: number,
): readonly ReadPage[] {
  return [...groupBy(pages, toKey).values()]
    .filter((some) => some.length >= least && new Set(some.map(distinctBy)).size >= least)
    .flat();
}

const toTarget = ({ page }: ReadPage) => page.target;

function numberedNames(named: readonly ReadPage[]): readonly ReadPage[] {
  const numbered = named.filter(
    (page) => NUMBERED.test(page.label) && !DATE_OR_VERSION.test(page.label) && !areNumbersInUrl(page),
  );
  return findAlike(
    numbered,
    ({ label }) => (ID.test(label) ? '#' : withoutNumbers(label)),
    ({ label }) => label,
    MIN_ALIKE,
  );
}

export function withoutNumbers(name: string): string {
  return name.replace(NUMBER, '#').toLowerCase().trim();
}

/** Finds names that other pages under the same heading also have. Returns none if enough names are unique, as in real files. */
function sharedNames(linked: readonly ReadPage[]): readonly ReadPage[] {
  const shared = findAlike(linked, ({ label }) => label.toLowerCase(), toTarget, 2);
  if (shared.length <= MAX_SHARED * linked.length) return [];
  const underHeading = findAlike(shared, ({ page, label }) => `${page.group} ${label.toLowerCase()}`, toTarget, 2);
  return underHeading.length < MIN_ALIKE ? [] : underHeading;
}

/** Finds repeated names without a content word. Skips names with a separate heading each, because the heading names the page. */
function meaninglessNames(linked: readonly ReadPage[]): readonly ReadPage[] {
  const meaningless = linked.filter((page) => page.name.size === 0 && !isInUrl(page));
  const repeated = findAlike(meaningless, ({ label }) => label.toLowerCase().replace(SIGNS, ''), toTarget, MIN_ALIKE);
  return findAlike(repeated, ({ page }) => page.group, toTarget, 2);
}
