import { ramp } from '../curves.ts';
import { chooseUnits, countUnits, indexUnits } from './index-units.ts';
import type { ReadPage } from './read-page.ts';

export interface NotesFit {
  /** Trust (0–1) that notes without a word of their page are about it. */
  readonly trust: number;
  /** True if notes are about other pages than their own. */
  readonly areExchanged: boolean;
  /** True if names share few words with their URLs. */
  readonly areNamesForeign: boolean;
  /** True if names have words of other URLs, or if only the notes have words of the URLs. */
  readonly areNamesExchanged: boolean;
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
/** Share of texts that resemble another page more than their own, above which texts count as exchanged. 99 % of real files have less. */
const EXCHANGED = 0.25;
/**
 * Ratio of this share to the share of texts that resemble their own page most, for notes and for names. 94 % of files with exchanged
 * notes and 90 % of files with exchanged names have more.
 */
const EXCHANGED_NOTES = 5;
const EXCHANGED_NAMES = 2;
/** Ratio of this share to the share of notes with a word that distinguishes their page. Good notes also resemble other pages. */
const EXCHANGED_WORDS = 2;
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
    ({ page, notes, subject }) =>
      page.name !== '' && notes.size >= MIN_UNITS && someUnit(subject, (unit) => telling.has(unit)),
  );
  return {
    telling,
    template: templateOf(pages, isKnown),
    ...(described.length < MIN_NOTES ? { trust: 1, areExchanged: false } : computeTrust(described, isKnown, telling)),
    ...fitNames(pages, telling),
  };
}

/** Returns the trust (0–1) that notes are about their page. */
export function beliefIn(page: ReadPage, { trust, telling }: NotesFit): number {
  return page.page.name === '' || haveOwnWord(page, telling) ? 1 : trust;
}

/** Reports whether notes have a word of their page that distinguishes pages. */
function haveOwnWord({ subject, notes }: ReadPage, telling: ReadonlySet<string>): boolean {
  return someUnit(subject, (unit) => notes.has(unit) && telling.has(unit));
}

function templateOf(pages: readonly ReadPage[], isKnown: (unit: string) => boolean): ReadonlySet<string> {
  const noted = pages.filter(({ notes }) => notes.size > 0);
  if (noted.length < MIN_NOTES) return new Set();
  const least = Math.max(MIN_OF_TEMPLATE, noted.length * MIN_SHARE_OF_TEMPLATE);
  const counts = countUnits(noted, ({ notes }) => notes);
  return chooseUnits(counts, (unit, count) => count >= least && !isKnown(unit));
}

function someUnit(units: ReadonlySet<string>, accepts: (unit: string) => boolean): boolean {
  for (const unit of units) if (accepts(unit)) return true;
  return false;
}

function computeTrust(
  described: readonly ReadPage[],
  isKnown: (unit: string) => boolean,
  telling: ReadonlySet<string>,
): Pick<NotesFit, 'trust' | 'areExchanged'> {
  const { own, other } = alignmentOf(described, 'notes', 'subject');
  const fitting = described.filter((page) => haveOwnWord(page, telling)).length / described.length;
  if (other > Math.max(EXCHANGED, EXCHANGED_NOTES * own, EXCHANGED_WORDS * fitting))
    return { trust: 0, areExchanged: true };
  return { trust: Math.max(ramp(own, TRUST_FROM, TRUST_TO), likenessToSite(described, isKnown)), areExchanged: false };
}

/**
 * Returns the share of pages whose text resembles their own marks most, and the share of pages whose text resembles the marks of
 * another page more. Words that few pages have count most.
 */
function alignmentOf(
  pages: readonly ReadPage[],
  text: 'name' | 'notes',
  marks: 'path' | 'subject',
): { readonly own: number; readonly other: number } {
  const holders = indexUnits(pages, (page) => page[marks]);
  const likeness = new Float64Array(pages.length);
  let own = 0;
  let other = 0;
  for (const [at, page] of pages.entries()) {
    likeness.fill(0);
    let ofOthers = 0;
    for (const unit of page[text]) {
      const some = holders.get(unit) ?? [];
      for (const one of some) {
        const value = (likeness[one] ?? 0) + 1 / some.length;
        likeness[one] = value;
        if (value > ofOthers && pages[one]?.page.target !== page.page.target) ofOthers = value;
      }
    }
    const ofOwn = likeness[at] ?? 0;
    if (ofOthers > ofOwn) other++;
    else if (ofOwn > 0) own++;
  }
  return { own: own / pages.length, other: other / pages.length };
}

/**
 * Returns the trust (0–1) that notes without a word of their pages are about this site, because they share words with the site.
 */
function likenessToSite(described: readonly ReadPage[], isKnown: (unit: string) => boolean): number {
  const units = described.slice(0, MAX_FOR_SITE).flatMap(({ notes }) => [...notes]);
  return ramp(units.filter(isKnown).length / units.length, KNOWN_FROM, KNOWN_TO);
}

function fitNames(
  pages: readonly ReadPage[],
  telling: ReadonlySet<string>,
): Pick<NotesFit, 'areNamesForeign' | 'areNamesExchanged'> {
  const named = pages.filter(({ page, name, path }) => page.name !== '' && name.size > 0 && path.size > 0);
  if (named.length < MIN_NOTES) return { areNamesForeign: false, areNamesExchanged: false };
  const { own, other } = alignmentOf(named, 'name', 'path');
  return {
    areNamesForeign: own < MIN_NAMED_AS_ADDRESSED,
    areNamesExchanged:
      other > Math.max(EXCHANGED, EXCHANGED_NAMES * own) || (own < FOREIGN_NAMES && doNotesFitPaths(named, telling)),
  };
}

/** Reports whether notes have words of the paths, so that names without such words belong to other pages. */
function doNotesFitPaths(named: readonly ReadPage[], telling: ReadonlySet<string>): boolean {
  const noted = named
    .filter(({ name, notes }) => notes.size >= MIN_UNITS && someUnit(name, (unit) => telling.has(unit)))
    .map((page) => ({ ...page, path: new Set([...page.path].filter((unit) => telling.has(unit))) }));
  return noted.length >= MIN_NOTES && alignmentOf(noted, 'notes', 'path').own > MIN_NOTED_AS_ADDRESSED;
}
