import { groupBy } from '../../group-by.ts';
import type { ReadPage } from './read-page.ts';

/** Fewest similar names that count as numbered. */
const MIN_ALIKE = 4;
const NUMBER = /\p{N}+/gu;
/** Number, or the mark that replaces a number. */
const NUMBERED = /[\p{N}#]/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const LETTER = /\p{L}/u;
const HOST = /^[a-z]+:\/\/[^/]*/i;
/** Years and versions are content. */
const DATE_OR_VERSION = /\b(?:19|20)\d{2}\b|\d\.\d/;
/** Name such as "Base64", whose number is content. */
const NAME_WITH_NUMBER = /\p{L}\p{N}/u;
/** Database identifier, such as `doc_8f3a2b`. */
const ID = /^(?=\S*\d\S*\d)[!-~]{6,}$/;

/** Finds pages whose names distinguish nothing: numbers ("Page 2"), signs, identifiers, or "Read more". */
export function emptyNames(pages: readonly ReadPage[]): ReadonlySet<ReadPage> {
  const named = pages.filter(({ label }) => label !== '');
  const linked = named.filter(({ page }) => page.name !== '');
  const ids = linked.filter((page) => ID.test(page.label) && !DATE_OR_VERSION.test(page.label) && !isInUrl(page));
  const signs = linked.filter(({ label }) => !LETTER_OR_NUMBER.test(label));
  return new Set([
    ...numberedNames(named),
    ...meaninglessNames(named),
    ...(signs.length < MIN_ALIKE ? [] : signs),
    ...(ids.length < MIN_ALIKE ? [] : ids),
  ]);
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
  if (label.split(' ').some((word) => NAME_WITH_NUMBER.test(word) && isInUrl({ label: word, page }))) return true;
  const ofPath = new Set(page.target.replace(HOST, '').match(NUMBER));
  return name.size > 0 && (label.match(NUMBER) ?? []).every((number) => ofPath.has(number));
}

function numberedNames(named: readonly ReadPage[]): readonly ReadPage[] {
  const alike = groupBy(
    named.filter((page) => NUMBERED.test(page.label) && !DATE_OR_VERSION.test(page.label) && !areNumbersInUrl(page)),
    ({ label }) => withoutNumbers(label),
  );
  return [...alike.values()].filter((some) => new Set(some.map(({ label }) => label)).size >= MIN_ALIKE).flat();
}

export function withoutNumbers(name: string): string {
  return name.replace(NUMBER, '#').toLowerCase().trim();
}

/** Finds repeated names without a content word. Skips names with a separate heading each, because the heading names the page. */
function meaninglessNames(named: readonly ReadPage[]): readonly ReadPage[] {
  const alike = groupBy(
    named.filter((page) => page.page.name !== '' && page.name.size === 0 && LETTER.test(page.label) && !isInUrl(page)),
    ({ label }) => label.toLowerCase(),
  );
  const repeated = [...alike.values()].filter((some) => new Set(some.map(({ page }) => page.target)).size >= MIN_ALIKE);
  return [...groupBy(repeated.flat(), ({ page }) => page.group).values()].filter(({ length }) => length > 1).flat();
}
