import { DAY_MS } from '../../../../directory/duration.ts';
import type { Directory } from '../../lists.ts';
import type { OrderedLists } from '../../ordered-lists.ts';
import { plainRow, type Row } from '../../row.ts';
import { exampleQueries } from '../search/example-queries.ts';

export interface News {
  readonly kind: 'added' | 'changed' | 'recovered' | 'risen';
  readonly domain: string;
  readonly name: string | null;
  /** Time of the event. Null if only the month is known. */
  readonly at: string | null;
  /** Text of a changed score, such as `40 to 55`. */
  readonly step: string | null;
}

const MAX_TOPICS = 6;
const SITES_PER_TOPIC = 3;
const MIN_SITES_PER_TOPIC = 2;
const MAX_BEST = 6;
const NEWS_PER_KIND = 3;
/** Age up to which a changed file counts as new. */
const NEW_MS = DAY_MS;

export function toHomeData({ stats, rows, showcase, survey }: Directory, lists: OrderedLists) {
  const topics = listTopics(lists);
  return {
    stats,
    showcase,
    topics,
    /** Best sites, in place of the topics if no topic has enough sites. */
    best: topics.length > 0 ? [] : findBest(rows, MAX_BEST),
    news: listNews(lists, survey),
    examples: exampleQueries(rows),
  };
}
export type HomeData = ReturnType<typeof toHomeData>;

/** Returns the largest topics. A site of two topics appears under one topic. */
function listTopics(lists: OrderedLists) {
  const facets = lists('authority').facets.filter(
    ({ facet, rows }) => facet.by === 'topic' && rows.length >= MIN_SITES_PER_TOPIC,
  );
  const largest = facets.toSorted((a, b) => b.rows.length - a.rows.length || (a.facet.value < b.facet.value ? -1 : 1));
  const shownDomains = new Set<string>();
  return largest.slice(0, MAX_TOPICS).map(({ facet, rows }) => {
    const best = findBest(
      rows.filter(({ domain }) => !shownDomains.has(domain)),
      SITES_PER_TOPIC,
    );
    for (const { domain } of best) shownDomains.add(domain);
    return { facet, listed: rows.length, rows: best };
  });
}

/** Returns the best sites. If authority is equal, the better file comes first. */
function findBest(rows: readonly Row[], count: number): readonly Row[] {
  return rows
    .toSorted(
      (a, b) =>
        Number(b.verified) - Number(a.verified) ||
        (b.authority ?? -1) - (a.authority ?? -1) ||
        (b.quality ?? -1) - (a.quality ?? -1) ||
        (a.domain < b.domain ? -1 : 1),
    )
    .slice(0, count)
    .map(plainRow);
}

function listNews(lists: OrderedLists, { recovered, climbers }: Directory['survey']): News[] {
  const named = new Map(lists('authority').rows.map((row) => [row.domain, row]));
  const news = (kind: News['kind'], domain: string, at: string | null, step: string | null = null): News => ({
    kind,
    domain,
    name: named.get(domain)?.title ?? null,
    at,
    step,
  });
  const added = lists('newest').rows.slice(0, NEWS_PER_KIND);
  const changed = lists('changed').rows.filter(
    ({ changed_at, first_seen }) => changed_at !== null && Date.parse(changed_at) - Date.parse(first_seen) > NEW_MS,
  );
  const dated = [
    ...added.map(({ domain, first_seen }) => news('added', domain, first_seen)),
    ...changed.slice(0, NEWS_PER_KIND).map(({ domain, changed_at }) => news('changed', domain, changed_at)),
    ...recovered.slice(0, NEWS_PER_KIND).map(({ domain, at }) => news('recovered', domain, at)),
  ].toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1));
  const risen = climbers
    .slice(0, NEWS_PER_KIND)
    .map(({ domain, from, to }) => news('risen', domain, null, `${from} to ${to}`));
  return [...dated, ...risen];
}
