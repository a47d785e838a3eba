import { stemOf, wordsOf } from './words.ts';

/** Which words sites hold: by it words are weighed, and misspelt ones corrected. */
export interface WordList {
  /** Sites of the directory when the list was made. */
  readonly sites: number;
  /** One for each stem. */
  readonly words: readonly KnownWord[];
  /** How many sites hold words with this stem; 0 where hardly one does. */
  sitesWith(stem: string): number;
}

export interface KnownWord {
  /** As most sites write it. */
  readonly word: string;
  readonly stem: string;
  readonly sites: number;
}

/** The most frequent words are kept: some 1 MB of text, which a server has in memory. */
const MAX_WORDS = 40_000;
/** In a sample of more sites, words of a single one are mostly misspelt. */
const SMALL_SAMPLE = 200;

/** Before the first list. */
export const NO_WORDS: WordList = { sites: 0, words: [], sitesWith: () => 0 };

/**
 * The text of a word list: a line for each word, the most frequent first. `sampled`: for some of the `sites` of the directory their
 * texts, which stand for all. `titles`: of sites; each of their words is known.
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
