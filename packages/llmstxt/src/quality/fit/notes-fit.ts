import { ramp } from '../curves.ts';
import { align } from './alignment.ts';
import { chooseUnits, countUnits } from './index-units.ts';
import type { ReadPage } from './read-page.ts';

export interface NotesFit {
  /** Trust (0–1) that notes without a word of their page are about it. */
  readonly trust: number;
  /** True if names share few words with their URLs. */
  readonly areNamesForeign: boolean;
  /** True if names belong to other pages, or if notes belong to other pages and names share few words with their URLs. */
  readonly isExchanged: boolean;
  /** Words of names and URLs that distinguish pages. */
  readonly telling: ReadonlySet<string>;
  /** Words that many notes have, but no other text of the file: words of slogans, templates, dates and authors. */
  readonly template: ReadonlySet<string>;
}

/** Largest share of pages with a word that still distinguishes pages. */
const MAX_SHARE = 0.15;
/** Fewest units of compared notes. */
const MIN_UNITS = 3;
/** Fewest notes that are judged. */
const MIN_NOTES = 10;
/**
 * Share of notes that resemble their own page more than any other. 95 % of real files are above the first value, and empty notes
 * are below it.
 */
const TRUST_FROM = 0.1;
const TRUST_TO = 0.2;
/** Trust below which notes count as being about other pages. */
export const DOUBTFUL = 0.5;
/** Share of names that resemble their own URL most. 95 % of good files have more. */
const MIN_NAMED_AS_ADDRESSED = 0.2;
/**
 * Names belong to other pages if a smaller share of names than the first value, but a larger share of notes than the second
 * value resembles the URLs. No real file has both, and 70 % of files with names of another site do.
 */
const FOREIGN_NAMES = 0.15;
const MIN_NOTED_AS_ADDRESSED = 0.35;
/**
 * Share of words in notes that other parts of the file also contain, from no points to full points. 95 % of real files
 * have at least `KNOWN_TO`, and half of the files with notes of other sites have less.
 */
const KNOWN_FROM = 0.07;
const KNOWN_TO = 0.17;
/** Most notes whose words are compared with the site. */
const MAX_FOR_SITE = 60;
/** Fewest notes with a word of a template, as a number and as a share. */
const MIN_OF_TEMPLATE = 3;
const MIN_SHARE_OF_TEMPLATE = 0.05;

/** `ofSite` are the words of title, introduction and headings. */
export function fitNotes(pages: readonly ReadPage[], ofSite: Iterable<string>): NotesFit {
  const subjects = countUnits(pages, ({ subject }) => subject);
  const most = Math.max(2, pages.length * MAX_SHARE);
  const telling = chooseUnits(subjects, (_, count) => count <= most);
  const site = new Set(ofSite);
  const isKnown = (unit: string) => site.has(unit) || subjects.has(unit);
  const described = pages.filter(
    ({ page, notes, subject }, at) =>
      page.kind !== 'prose' &&
      page.name !== '' &&
      // Further pages of a line are links within its notes.
      pages[at - 1]?.page.line !== page.line &&
      notes.size >= MIN_UNITS &&
      [...subject].some((unit) => telling.has(unit)),
  );
  const alignment = align(described, 'notes', 'subject');
  const { areNamesForeign, isExchanged } = fitNames(pages, telling);
  return {
    telling,
    trust: alignment.isExchanged ? 0 : computeTrust(described, alignment.own, isKnown),
    areNamesForeign,
    isExchanged: isExchanged || (alignment.isExchanged && areNamesForeign),
    template: findTemplate(pages, isKnown),
  };
}

/** Returns the trust (0–1) that notes are about their page. */
export function beliefIn({ page, subject, notes }: ReadPage, { trust, telling }: NotesFit): number {
  const isAboutPage = [...subject].some((unit) => notes.has(unit) && telling.has(unit));
  return page.name === '' || isAboutPage ? 1 : trust;
}

function findTemplate(pages: readonly ReadPage[], isKnown: (unit: string) => boolean): ReadonlySet<string> {
  const noted = pages.filter(({ notes }) => notes.size > 0);
  if (noted.length < MIN_NOTES) return new Set();
  const least = Math.max(MIN_OF_TEMPLATE, noted.length * MIN_SHARE_OF_TEMPLATE);
  const counts = countUnits(noted, ({ notes }) => notes);
  return chooseUnits(counts, (unit, count) => count >= least && !isKnown(unit));
}

function computeTrust(described: readonly ReadPage[], own: number, isKnown: (unit: string) => boolean): number {
  if (described.length < MIN_NOTES) return 1;
  return Math.max(ramp(own, TRUST_FROM, TRUST_TO), likenessToSite(described, isKnown));
}

/**
 * Returns the trust (0–1) that notes without a word of their pages are about this site, because they share words with the site.
 */
function likenessToSite(described: readonly ReadPage[], isKnown: (unit: string) => boolean): number {
  const units = described.slice(0, MAX_FOR_SITE).flatMap(({ notes }) => [...notes]);
  return ramp(units.filter(isKnown).length / units.length, KNOWN_FROM, KNOWN_TO);
}

/** Compares names with URLs. Names are exchanged if they have words of other URLs, or if only the notes have words of the URLs. */
function fitNames(pages: readonly ReadPage[], telling: ReadonlySet<string>) {
  const named = pages.filter(({ page, name, path }) => page.name !== '' && name.size > 0 && path.size > 0);
  const { own, isExchanged } = align(named, 'name', 'path');
  return {
    areNamesForeign: named.length >= MIN_NOTES && own < MIN_NAMED_AS_ADDRESSED,
    isExchanged: isExchanged || (own < FOREIGN_NAMES && doNotesFitPaths(named, telling)),
  };
}

/** Reports whether notes have words of the paths, so that names without such words belong to other pages. */
function doNotesFitPaths(named: readonly ReadPage[], telling: ReadonlySet<string>): boolean {
  const noted = named
    .filter(({ name, notes }) => notes.size >= MIN_UNITS && [...name].some((unit) => telling.has(unit)))
    .map((page) => ({ ...page, path: new Set([...page.path].filter((unit) => telling.has(unit))) }));
  return noted.length >= MIN_NOTES && align(noted, 'notes', 'path').own > MIN_NOTED_AS_ADDRESSED;
}
