import { ramp } from '../curves.ts';
import type { ReadPage } from './read-page.ts';

/** How well notes fit the pages that they stand beside. */
export interface NotesFit {
  /** Of notes that share no word with their page, how much each is believed to be about it: 0 to 1. */
  readonly trust: number;
  /** The notes are about other pages than those that they stand beside. */
  readonly areExchanged: boolean;
  /** The names have hardly a word of their addresses. */
  readonly areNamesForeign: boolean;
  /** Words of names and addresses that tell pages apart. */
  readonly telling: ReadonlySet<string>;
}

/** Pages that are compared: a file repeats itself. */
const MAX_COMPARED = 400;
/** A word that more of the pages have tells none from another. */
const MAX_SHARE = 0.15;
/** Units that notes have at least, to be compared. */
const MIN_UNITS = 3;
/** Fewer notes say nothing about all. */
const MIN_NOTES = 10;
/** Each note is compared with those pages that stand so many places behind it. */
const STEPS = [1, 3, 7, 11, 17];
/** A small file counts as if it had so many more pages whose notes fit as usual. */
const PRIOR = { pages: 2, fit: 0.5 };
/** Of real files 95 % are above the second, of files with exchanged or empty notes 95 % below the first. */
const TRUST_FROM = 0.1;
const TRUST_TO = 0.2;
/** Where the notes of other pages hold the names of this one less often, notes add to names and do not repeat them. */
const MAX_OF_OTHERS = 0.03;
/** With a larger share of notes that have a word of another page and none of their own, notes are exchanged. */
const MAX_MISPLACED = 0.3;
/** Below this trust notes are held to be about other pages. */
export const DOUBTFUL = 0.5;
/** The share of names that have a word of their address: of good files 95 in 100 have half, of those with shuffled words 90 a quarter. */
const MIN_NAMED_AS_ADDRESSED = 0.2;
/** The share of different words among those of notes: notes about nothing use the same words again and have 0.15 to 0.3. */
const VARIETY_FROM = 0.35;
const VARIETY_TO = 0.5;
const MAX_FOR_VARIETY = 60;

export function fitNotes(pages: readonly ReadPage[]): NotesFit {
  const some = pages.slice(0, MAX_COMPARED);
  const telling = tellingUnits(some);
  const described = some
    .filter(({ page, notes }) => page.name !== '' && notes.size >= MIN_UNITS)
    .map((page) => ({ ...page, marks: marksOf(page, telling) }))
    .filter(({ marks }) => marks.length > 0);
  return {
    telling,
    ...(described.length < MIN_NOTES ? { trust: 1, areExchanged: false } : trustOf(described)),
    areNamesForeign: areNamesForeign(some, telling),
  };
}

/** How much the notes of a page are believed to be about it: 0 to 1. */
export function beliefIn(page: ReadPage, { trust, telling }: NotesFit): number {
  return trust === 1 || page.page.name === '' || fits(page.notes, marksOf(page, telling)) ? 1 : trust;
}

/** A page with notes. */
interface Described extends ReadPage {
  /** Words of its name and address that few other pages have. */
  readonly marks: readonly string[];
}

function marksOf({ name, path }: ReadPage, telling: ReadonlySet<string>): readonly string[] {
  return [...name, ...path].filter((unit) => telling.has(unit));
}

/** Reports whether notes have a word of a page that few other pages have. */
function fits(notes: ReadonlySet<string>, marks: readonly string[]): boolean {
  return marks.some((unit) => notes.has(unit));
}

function trustOf(described: readonly Described[]): Pick<NotesFit, 'trust' | 'areExchanged'> {
  let own = 0;
  let other = 0;
  let compared = 0;
  for (const [at, page] of described.entries()) {
    if (fits(page.notes, page.marks)) own++;
    for (const step of STEPS) {
      const another = described[(at + step) % described.length];
      if (another === undefined || another === page) continue;
      compared++;
      if (fits(page.notes, another.marks)) other++;
    }
  }
  const ofOthers = other / Math.max(1, compared);
  const fit = own / described.length - ofOthers;
  const expected = (described.length * fit + PRIOR.pages * PRIOR.fit) / (described.length + PRIOR.pages);
  const trust = ramp(expected, TRUST_FROM, TRUST_TO);
  const isExchanged = ofOthers > MAX_OF_OTHERS && misplacedOf(described) > MAX_MISPLACED;
  if (trust === 1 || isExchanged) return { trust, areExchanged: trust < DOUBTFUL };
  const varied = ramp(varietyOf(described), VARIETY_FROM, VARIETY_TO);
  return { trust: Math.max(trust, varied), areExchanged: false };
}

/** The share of notes that have a word of another page and none of their own. */
function misplacedOf(described: readonly Described[]): number {
  const names = new Set(described.flatMap(({ name, marks }) => marks.filter((unit) => name.has(unit))));
  const misplaced = described.filter(
    ({ notes, marks }) => !fits(notes, marks) && [...notes].some((unit) => names.has(unit)),
  );
  return misplaced.length / described.length;
}

/** The share of different words among those of the first notes. */
function varietyOf(described: readonly Described[]): number {
  const units = described.slice(0, MAX_FOR_VARIETY).flatMap(({ notes }) => [...notes]);
  return new Set(units).size / Math.max(1, units.length);
}

function areNamesForeign(pages: readonly ReadPage[], telling: ReadonlySet<string>): boolean {
  const named = pages.filter(({ page, name, path }) => page.name !== '' && name.size > 0 && path.size > 0);
  if (named.length < MIN_NOTES) return false;
  const own = named.filter(({ name, path }) => sharesTelling(name, path, telling)).length;
  return own / named.length < MIN_NAMED_AS_ADDRESSED;
}

function tellingUnits(pages: readonly ReadPage[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name, path } of pages) {
    for (const unit of name) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    for (const unit of path) if (!name.has(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  const most = Math.max(2, pages.length * MAX_SHARE);
  return new Set([...counts].flatMap(([unit, count]) => (count <= most ? [unit] : [])));
}

function sharesTelling(a: ReadonlySet<string>, b: ReadonlySet<string>, telling: ReadonlySet<string>): boolean {
  for (const unit of a) if (b.has(unit) && telling.has(unit)) return true;
  return false;
}
