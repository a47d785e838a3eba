import type { Store } from '../../../src/store/store.ts';
import { findTopics } from '../../../src/topics/find-topics.ts';
import { LISTED, T0 } from '../../store/sample-visit.ts';
import { visitAll } from '../../store/visit-all.ts';
import type { JudgedSite } from './judged-topics.ts';

/** Number of compared similar sites per page. */
const FIRST = 3;

export interface SimilarMeasure {
  /** Number of judged sites with a topic and similar sites. */
  readonly sites: number;
  readonly shown: number;
  /** Number of shown similar sites to which the site's topic applies, by judgment. */
  readonly right: number;
}

/** Creates a directory of the judged sites with equal scores, and compares its similar sites. */
export async function measureSimilar(store: Store, judged: readonly JudgedSite[]): Promise<SimilarMeasure> {
  await fill(store, judged);
  const topicsByDomain = new Map(judged.map(({ facts, right }) => [facts.domain, right]));
  const measured = [];
  for (const { facts, primary } of judged) {
    if (primary === null) continue;
    const similar = (await store.getDetail(facts.domain))?.similar.slice(0, FIRST) ?? [];
    const right = similar.filter(({ domain }) => topicsByDomain.get(domain)?.has(primary));
    measured.push({ shown: similar.length, right: right.length });
  }
  return {
    sites: measured.filter(({ shown }) => shown > 0).length,
    shown: measured.reduce((sum, { shown }) => sum + shown, 0),
    right: measured.reduce((sum, { right }) => sum + right, 0),
  };
}

async function fill(store: Store, judged: readonly JudgedSite[]): Promise<void> {
  const factsOf = new Map(judged.map(({ facts }) => [facts.domain, facts]));
  await visitAll(store, [...factsOf.keys()], T0, (domain) => {
    const facts = factsOf.get(domain);
    if (facts === undefined) return [];
    const { title, summary, prose, names } = facts;
    return [{ ...LISTED, title, summary, topics: findTopics(facts) }, { searchText: { prose, names, notes: [] } }];
  });
  await store.countWords();
}
