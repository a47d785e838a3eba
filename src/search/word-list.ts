import { stemOf, wordsOf } from './words.ts';

/** Words of sites, used for weights and corrections. */
export interface WordList {
  /** Number of sites of the directory when the list was created. */
  readonly sites: number;
  /** Known words, one per stem. */
  readonly words: readonly KnownWord[];
  /** Returns the number of sites with this stem, or 0 if almost none. */
  sitesWith(stem: string): number;
}

export interface KnownWord {
  /** Most common spelling of the word. */
  readonly word: string;
  readonly stem: string;
  readonly sites: number;
}

/** Most words kept. They take about 1 MB of a server's memory. */
const MAX_WORDS = 40_000;
/** Sample size above which words of a single site are dropped, because most of them are typos. */
const SMALL_SAMPLE = 200;

export const NO_WORDS: WordList = { sites: 0, words: [], sitesWith: () => 0 };

/**
 * Renders a word list, one line per word, most frequent first. `sampled` are texts of a sample of the `sites`.
 * `titles` are site titles, whose words all count as known.
 */
export function writeWordList(
  sampled: readonly (readonly string[])[],
  titles: readonly string[],
  sites: number,
): string {
  const known = new Map<string, { sites: number; isTitle: boolean; readonly forms: Map<string, number> }>();
  const add = (texts: readonly string[], isTitle: boolean) => {
    const ofSite = new Set<string>();
    for (const word of new Set(texts.flatMap(wordsOf))) {
      const stem = stemOf(word);
      const entry = known.get(stem) ?? { sites: 0, isTitle: false, forms: new Map<string, number>() };
      if (isTitle) entry.isTitle = true;
      else if (!ofSite.has(stem)) entry.sites += 1;
      ofSite.add(stem);
      known.set(stem, entry);
      entry.forms.set(word, (entry.forms.get(word) ?? 0) + 1);
    }
  };
  for (const texts of sampled) add(texts, false);
  add(titles, true);
  const fewest = sampled.length > SMALL_SAMPLE ? 2 : 1;
  const factor = sites / Math.max(sampled.length, 1);
  return [...known]
    .filter(([, entry]) => entry.isTitle || entry.sites >= fewest)
    .toSorted(([, a], [, b]) => b.sites - a.sites)
    .slice(0, MAX_WORDS)
    .map(([stem, entry]) => {
      const [[word]] = [...entry.forms].toSorted(([, a], [, b]) => b - a) as [[string, number]];
      return `${word} ${stem} ${Math.ceil(entry.sites * factor)}`;
    })
    .join('\n');
}

export function readWordList(text: string, sites: number): WordList {
  const lines = text === '' ? [] : text.split('\n');
  const words = lines.map((line): KnownWord => {
    const [word = '', stem = '', count] = line.split(' ');
    return { word, stem, sites: Number(count) };
  });
  const counts = new Map(words.map((known) => [known.stem, known.sites]));
  return { sites, words, sitesWith: (stem) => counts.get(stem) ?? 0 };
}
