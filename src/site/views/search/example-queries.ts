import { TOPICS } from '../../../directory/topics.ts';
import { foldText, wordsOf } from '../../../search/words.ts';
import type { Row } from '../../row.ts';

const MAX_EXAMPLES = 4;
/** A word of fewer sites leads to nearly nothing. */
const MIN_SITES = 2;
/** Of a large directory the first sites are enough to find words. */
const MAX_ROWS = 5_000;
/** One or two words of a length that people type. */
const EXAMPLE = /^(?=.{4,20}$)[a-z]+(?: [a-z]+)?$/;

type ExampleRow = Pick<Row, 'title' | 'summary' | 'topics'>;

/**
 * Returns queries for somebody who has not searched yet: of each of the most frequent topics the most frequent of the words that hardly
 * any other topic uses. Each finds the sites that it comes from.
 */
export function exampleQueries(rows: readonly ExampleRow[]): string[] {
  const counted = rows.slice(0, MAX_ROWS);
  const sitesOf = new Map<string, number>();
  for (const row of counted) for (const topic of row.topics) sitesOf.set(topic, (sitesOf.get(topic) ?? 0) + 1);
  const topics = [...sitesOf].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  return topics.flatMap(([topic]) => wordOf(topic, counted) ?? []).slice(0, MAX_EXAMPLES);
}

/** Returns the most frequent of the words that tell a topic; null if they are all rare. */
function wordOf(id: string, rows: readonly ExampleRow[]): string | null {
  const strong = new Set((TOPICS.find((topic) => topic.id === id)?.words.strong ?? '').split(', ').map(foldText));
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (!row.topics.includes(id)) continue;
    const words = wordsOf(`${row.title ?? ''} ${row.summary ?? ''}`);
    const found = words.flatMap((word, at) => [word, `${word} ${words[at + 1]}`]).filter((each) => strong.has(each));
    for (const word of new Set(found)) if (EXAMPLE.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // Of as many sites a phrase says more than its words.
  const [best] = [...counts].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || b.length - a.length || (a < b ? -1 : 1));
  return best !== undefined && best[1] >= MIN_SITES ? best[0] : null;
}
