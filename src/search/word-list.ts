import { splitWords, toStem } from './words.ts';

/** Words of sites, used for weights and corrections. */
export type WordList = ReturnType<typeof readWordList>;

/** Most words kept, about 1 MB of a server's memory. */
const MAX_WORDS = 40_000;
/** Sample size above which words of a single site are dropped, because most of them are typos. */
const SMALL_SAMPLE = 200;

export const NO_WORDS: WordList = readWordList('', 0);

/**
 * Renders a word list, one line per word, most frequent first. `sampled` are texts of a sample of the `sites`.
 * `titles` are site titles, whose words all count as known.
 */
export function writeWordList(
  sampled: readonly (readonly string[])[],
  titles: readonly string[],
  sites: number,
): string {
  const ofTitles = new Set(titles.flatMap(splitWords));
  const counts = new Map(Array.from(ofTitles, (word) => [word, 0]));
  for (const texts of sampled) {
    for (const word of new Set(texts.flatMap(splitWords))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const fewest = sampled.length > SMALL_SAMPLE ? 2 : 1;
  const factor = sites / Math.max(sampled.length, 1);
  return [...counts]
    .filter(([word, count]) => count >= fewest || ofTitles.has(word))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_WORDS)
    .map(([word, count]) => `${word} ${Math.ceil(count * factor)}`)
    .join('\n');
}

/** Reads a word list. `sites` is the number of sites of the directory when the list was created. */
export function readWordList(text: string, sites: number) {
  const lines = text === '' ? [] : text.split('\n');
  const words = lines.map((line) => {
    const [word = '', count] = line.split(' ');
    return { word, sites: Number(count) };
  });
  // Later entries replace earlier entries, so set the most frequent word last.
  const counts = new Map(words.toReversed().map((known) => [toStem(known.word), known.sites]));
  /** Returns the number of sites with the most frequent word of this stem, or 0 if almost no site has such a word. */
  const sitesWith = (stem: string) => counts.get(stem) ?? 0;
  return { sites, words, sitesWith };
}
