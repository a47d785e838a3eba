import { TOPICS } from '../../../../directory/topics.ts';
import { foldText, splitWords } from '../../../../search/words.ts';
import type { Row } from '../../row.ts';

const MAX_EXAMPLES = 4;
/** Fewest sites with a preferred word. A word of one site finds almost nothing. */
const MIN_SITES = 2;
const MAX_ROWS = 5_000;
/** Matches one or two words of typical length. */
const EXAMPLE = /^(?=.{4,20}$)[a-z]+(?: [a-z]+)?$/;

type ExampleRow = Pick<Row, 'title' | 'summary' | 'topics'>;

/**
 * Returns example queries. For each of the most frequent topics, takes the most frequent distinctive word, which finds
 * the sites with the word.
 */
export function exampleQueries(rows: readonly ExampleRow[]): string[] {
  const counted = rows.slice(0, MAX_ROWS);
  const sitesByWord = new Map<string, number>();
  for (const row of counted) for (const topic of row.topics) sitesByWord.set(topic, (sitesByWord.get(topic) ?? 0) + 1);
  const topics = [...sitesByWord].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  const words = topics.flatMap(([topic]) => findWord(topic, counted) ?? []);
  const [preferred, rare] = [
    words.filter(({ sites }) => sites >= MIN_SITES),
    words.filter(({ sites }) => sites < MIN_SITES),
  ];
  return [...preferred, ...rare].slice(0, MAX_EXAMPLES).map(({ word }) => word);
}

/** Finds the most frequent word that identifies a topic, or null. */
function findWord(id: string, rows: readonly ExampleRow[]): { readonly word: string; readonly sites: number } | null {
  const strong = new Set((TOPICS.find((topic) => topic.id === id)?.words.strong ?? '').split(', ').map(foldText));
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (!row.topics.includes(id)) continue;
    const words = splitWords(`${row.title ?? ''} ${row.summary ?? ''}`);
    const phrases = words.flatMap((word, at) => [word, `${word} ${words[at + 1]}`]).filter((each) => strong.has(each));
    for (const word of new Set(phrases)) if (EXAMPLE.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // Of equal counts, prefer a phrase to its words.
  const [best] = [...counts].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || b.length - a.length || (a < b ? -1 : 1));
  return best === undefined ? null : { word: best[0], sites: best[1] };
}
