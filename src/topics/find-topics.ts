import { TOPICS } from '../directory/topics.ts';
import { splitWords, toStem } from '../search/words.ts';
import { domainWords } from './domain-words.ts';

export interface TopicInput {
  readonly domain: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly tags: readonly string[];
  readonly prose: string;
  readonly names: readonly string[];
}

// Chosen and confirmed with half of the judged sites (tests/relevance/topics).
const WORD_WEIGHTS = { strong: 4, usual: 2, weak: 1 } as const;
const FIELD_WEIGHTS = { domain: 2, title: 3, tags: 3, summary: 2.5, prose: 1, names: 0.8 } as const;
/** Largest weight of a word in several fields. No single word decides between topics. */
const MAX_FIELD_WEIGHT = 8;
/** Weight of a repetition within prose or names, and most counted repetitions. */
const REPETITION = 0.5;
const MAX_COUNTED = 5;
/** Most names read. Later names repeat earlier names. */
const MAX_NAMES = 150;

/** Fewest points of a topic. One strong word in the title suffices. */
const MIN_POINTS = 9;
/** Smallest ratio of a topic's points to the next topic's points. */
const MIN_LEAD = 1.25;
/** Conditions of a second topic: it is close to the first, has many words, and is far ahead of a third. */
const SECOND = { minPoints: 40, minShare: 0.7, minLead: 1.5 } as const;

interface Weight {
  readonly topic: string;
  readonly weight: number;
}

/** Number of words of the longest phrase in the rules. */
const MAX_PHRASE_WORDS = 4;
const WEIGHTS = readWeights();

/** Returns at most two topics of a site, best first. Returns none if the words are not clear. Pure. */
export function findTopics(facts: TopicInput): string[] {
  const [first, second, third] = pointsByTopic(facts);
  if (first === undefined || first.points < MIN_POINTS) return [];
  if (second === undefined) return [first.topic];
  const isSecond =
    second.points >= SECOND.minPoints &&
    second.points >= first.points * SECOND.minShare &&
    second.points >= (third?.points ?? 0) * SECOND.minLead;
  if (isSecond) return [first.topic, second.topic];
  return first.points >= second.points * MIN_LEAD ? [first.topic] : [];
}

/** Sums up points by topic, most points first. */
function pointsByTopic(facts: TopicInput) {
  const points = new Map<string, number>();
  for (const [term, fieldWeight] of termsOfSite(facts)) {
    for (const { topic, weight } of WEIGHTS.get(term) ?? []) {
      points.set(topic, (points.get(topic) ?? 0) + weight * Math.min(fieldWeight, MAX_FIELD_WEIGHT));
    }
  }
  return Array.from(points, ([topic, points]) => ({ topic, points })).toSorted(
    (a, b) => b.points - a.points || (a.topic < b.topic ? -1 : 1),
  );
}

/** Returns the words and phrases of the rules that a site contains, weighted by fields. */
function termsOfSite({ domain, title, summary, tags, prose, names }: TopicInput): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (terms: readonly string[], fieldWeight: number, maxCounted: number) => {
    for (const [term, times] of countKnown(terms)) {
      const value = fieldWeight * (1 + REPETITION * (Math.min(times, maxCounted) - 1));
      weights.set(term, (weights.get(term) ?? 0) + value);
    }
  };
  const [, ...ends] = domain.split('.');
  const words = new Set([title ?? '', summary ?? '', prose].flatMap(splitWords));
  const nameWords = domainWords(domain.replace(/^www\.|\.[^.]+$/g, ''), words);
  const titleTerms = listTerms(title ?? '');
  // Count a name in title and domain once.
  const domainTerms = nameWords.map(toStem).filter((term) => !titleTerms.includes(term));
  add([...domainTerms, ...ends.map((end) => `.${end}`)], FIELD_WEIGHTS.domain, 1);
  add(titleTerms, FIELD_WEIGHTS.title, 1);
  add(tags.flatMap(listTerms), FIELD_WEIGHTS.tags, 1);
  add(listTerms(summary ?? ''), FIELD_WEIGHTS.summary, 1);
  add(listTerms(prose), FIELD_WEIGHTS.prose, MAX_COUNTED);
  const ofNames = names.slice(0, MAX_NAMES).flatMap((name) => [...new Set(listTerms(name))]);
  add(ofNames, FIELD_WEIGHTS.names, MAX_COUNTED);
  return weights;
}

function countKnown(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) if (WEIGHTS.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Matches text about the file instead of the site. */
const ABOUT_THE_FILE = /\bllms?(?:-full)?\.txt\b|\bmodel context protocol\b|\blarge language models?\b/giu;

/** Returns all words and possible phrases of a text. */
function listTerms(text: string): string[] {
  const words = splitWords(text.replace(ABOUT_THE_FILE, ' ')).map(toStem);
  return words.flatMap((_, at) => {
    const longest = Math.min(MAX_PHRASE_WORDS, words.length - at);
    return Array.from({ length: longest }, (_, more) => words.slice(at, at + more + 1).join(' '));
  });
}

/** Reads the weights of terms. A term is the end of a domain, or the stems of a word or phrase. */
function readWeights(): ReadonlyMap<string, readonly Weight[]> {
  const weights = new Map<string, Map<string, number>>();
  for (const { id, words } of TOPICS) {
    for (const kind of ['strong', 'usual', 'weak'] as const) {
      for (const written of words[kind].split(', ')) {
        const term = written.startsWith('.') ? written : splitWords(written).map(toStem).join(' ');
        const ofTerm = weights.get(term) ?? new Map<string, number>();
        weights.set(term, ofTerm.set(id, Math.max(ofTerm.get(id) ?? 0, WORD_WEIGHTS[kind])));
      }
    }
  }
  return new Map(
    Array.from(weights, ([term, byTopic]) => [term, Array.from(byTopic, ([topic, weight]) => ({ topic, weight }))]),
  );
}
