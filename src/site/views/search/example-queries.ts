import { isFrequentWord } from '../../../search/frequent-words.ts';
import { wordsOf } from '../../../search/words.ts';
import type { Row } from '../../row.ts';

const MAX_EXAMPLES = 4;
/** One or two words of a length that people type. */
const EXAMPLE = /^(?=.{4,20}$)\p{L}+(?: \p{L}+)?$/u;
/** Titles of any site hold these, so they are no subject. */
const OF_ANY_SITE = new Set(['docs', 'documentation', 'official', 'website', 'site', 'llms', 'home', 'welcome', 'the']);

/**
 * Queries to show to somebody who has not searched yet: the subjects of most sites, by their tags and, where these are too few, by the
 * words of their titles. Each finds the sites that it comes from.
 */
export function exampleQueries(rows: readonly Pick<Row, 'tags' | 'title'>[]): string[] {
  const examples: string[] = [];
  for (const word of subjectsOf(rows)) {
    if (examples.length === MAX_EXAMPLES) break;
    // "payment" beside "payments" says nothing new.
    if (!examples.some((shown) => shown.startsWith(word) || word.startsWith(shown))) examples.push(word);
  }
  return examples;
}

/** Titles are read only where tags do not give enough. */
function* subjectsOf(rows: readonly Pick<Row, 'tags' | 'title'>[]): Generator<string> {
  yield* mostFrequent(rows.map((row) => row.tags));
  yield* mostFrequent(rows.map(({ title }) => wordsOf(title ?? '')));
}

/** What most of the sites have, the most frequent first. A site counts once. */
function mostFrequent(ofSites: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const texts of ofSites) {
    for (const text of new Set(texts.map((each) => each.toLowerCase()))) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const frequent = [...counts].toSorted(([a, sitesOfA], [b, sitesOfB]) => sitesOfB - sitesOfA || (a < b ? -1 : 1));
  const examples: string[] = [];
  for (const [text] of frequent) {
    if (examples.length === 2 * MAX_EXAMPLES) break;
    if (isExample(text)) examples.push(text);
  }
  return examples;
}

function isExample(text: string): boolean {
  return EXAMPLE.test(text) && text.split(' ').every((word) => !isFrequentWord(word) && !OF_ANY_SITE.has(word));
}
