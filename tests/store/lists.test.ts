import { beforeAll, describe, expect, it } from 'vitest';
import type { ListFilter } from '../../src/directory/list-filter.ts';
import { LIST_SORTS, type ListSort } from '../../src/directory/list-sort.ts';
import { mulberry32 } from '../mulberry32.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';
import { instant, T0 } from './sample-visit.ts';
import { useTestStore } from './use-test-store.ts';

/** Row of the tables, for plain reference functions. */
interface Row {
  readonly domain: string;
  readonly status: 'pending' | 'valid' | 'invalid' | 'unreachable';
  readonly tier: 'featured' | 'listed' | 'unlisted' | 'rejected' | null;
  readonly authority: number | null;
  readonly verified: boolean;
  readonly country: string | null;
  readonly topics: readonly string[];
  readonly language_code: string | null;
  readonly size_class: string | null;
  readonly generator: string | null;
  readonly llms_full_txt: string | null;
  readonly has_markdown: boolean;
  readonly quality: number | null;
  readonly first_seen: string;
  readonly content_changed_at: string | null;
}

/** Writes rows, or replaces their scores and facets. */
const WRITE = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) r (domain text, status text, tier text, authority smallint, verified boolean,
      country text, topics text[], language_code text, size_class text, generator text, llms_full_txt text, has_markdown boolean, quality smallint,
      first_seen timestamptz, content_changed_at timestamptz)
  ), scored as (
    insert into directory.domains (domain, status, tier, authority, verified, country, topics, language_code, size_class,
      generator, llms_full_txt, has_markdown, quality)
    select domain, status, tier, authority, verified, country, topics, language_code, size_class, generator,
      llms_full_txt, has_markdown, quality from given
    on conflict (domain) do update set status = excluded.status, tier = excluded.tier, authority = excluded.authority,
      verified = excluded.verified, country = excluded.country, topics = excluded.topics
  ), described as (
    insert into directory.profiles (domain, first_seen) select domain, first_seen from given on conflict do nothing
  )
  insert into directory.crawl (domain, due_at, priority, content_changed_at)
  select domain, now(), 3, content_changed_at from given on conflict do nothing`;

const ROWS = 1_500;

/** Creates rows from a seed. Few names start alike, and authority is skewed. */
function generateRows(count: number, seed: number): readonly Row[] {
  const random = mulberry32(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, i) => {
    const status = pick(['valid', 'valid', 'valid', 'invalid', 'unreachable', 'pending'] as const);
    const tier =
      status === 'valid' ? pick(['featured', 'listed', 'listed', 'unlisted', 'rejected'] as const) : 'unlisted';
    return {
      domain: `${pick(['docs', 'cloud', 'river'])}-${pick(['api', 'stone', 'train'])}${i}.example`,
      status,
      tier: status === 'pending' ? null : tier,
      authority: status === 'pending' ? null : Math.floor(random() ** 3 * 101),
      verified: random() < 0.05,
      country: pick(['DE', 'FR', 'JP', null]),
      topics: pick([[], ['ai'], ['crypto', 'ai'], ['travel']]),
      language_code: pick(['en', 'en', 'de', null]),
      size_class: pick(['small', 'medium', 'large', null]),
      generator: pick(['gitbook', 'yoast', null]),
      llms_full_txt: pick(['https://x.example/llms-full.txt', null]),
      has_markdown: pick([true, false, false]),
      quality: pick([null, 10, 50, 50, 90]),
      first_seen: instant(T0 + (i % 40) * 1_000),
      content_changed_at: pick([null, instant(T0), instant(T0 + i * 500)]),
    };
  });
}

const NONE: ListFilter = { has_full: false, has_markdown: false };
const FILTERS: readonly Partial<ListFilter>[] = [
  {},
  { topic: 'ai' },
  { language: 'de' },
  { country: 'JP' },
  { has_full: true },
  { has_markdown: true },
  { size: 'large' },
  { generator: 'gitbook' },
  { topic: 'crypto', language: 'en' },
  { topic: 'ai', country: 'DE', has_full: true, size: 'small' },
  { has_markdown: true, has_full: true, topic: 'ai' },
  { topic: 'games' },
];

function holds(row: Row, filter: Partial<ListFilter>): boolean {
  return (
    (filter.topic === undefined || row.topics.includes(filter.topic)) &&
    (filter.language === undefined || row.language_code === filter.language) &&
    (filter.country === undefined || row.country === filter.country) &&
    (filter.size === undefined || row.size_class === filter.size) &&
    (filter.generator === undefined || row.generator === filter.generator) &&
    (!filter.has_full || row.llms_full_txt !== null) &&
    (!filter.has_markdown || row.has_markdown)
  );
}

const later = (a: string | null, b: string | null) => (a === b ? 0 : (a ?? '') > (b ?? '') ? -1 : 1);
const ORDERS: Readonly<Record<ListSort, (a: Row, b: Row) => number>> = {
  authority: (a, b) => Number(b.verified) - Number(a.verified) || (b.authority ?? -1) - (a.authority ?? -1),
  newest: (a, b) => later(a.first_seen, b.first_seen),
  changed: (a, b) => later(a.content_changed_at, b.content_changed_at),
  quality: (a, b) => (b.quality ?? -1) - (a.quality ?? -1),
};

interface Scope {
  readonly includeUnlisted: boolean;
  readonly verified: boolean;
}
const LISTED: Scope = { includeUnlisted: false, verified: false };
const SHOWN: Scope = { includeUnlisted: true, verified: false };
const SCOPES = [LISTED, SHOWN, { includeUnlisted: false, verified: true }];

describe('a list of many domains', () => {
  const opened = useTestStore(openEmbeddedTestStore);
  let rows: readonly Row[] = [];
  const write = (changed: readonly Row[]) => opened.query(WRITE, [JSON.stringify(changed)]);
  const shown = ({ includeUnlisted, verified }: Scope) =>
    rows
      .filter(({ tier }) => tier === 'featured' || tier === 'listed' || (includeUnlisted && tier !== 'rejected'))
      .filter((row) => row.verified || !verified);
  const expected = (filter: Partial<ListFilter>, sort: ListSort, scope: Scope) =>
    shown(scope)
      .filter((row) => holds(row, filter))
      .toSorted((a, b) => ORDERS[sort](a, b) || (a.domain < b.domain ? -1 : 1))
      .map(({ domain }) => domain);
  const names = (results: readonly { readonly domain: string }[]) => results.map(({ domain }) => domain);

  beforeAll(async () => {
    rows = generateRows(ROWS, 23);
    await write(rows);
  });

  it.each(LIST_SORTS.flatMap((sort) => FILTERS.map((filter) => [sort, filter] as const)))(
    'equals plain filtering and sorting by %s of %o',
    async (sort, some) => {
      for (const scope of SCOPES) {
        const all = expected(some, sort, scope);
        for (const page of [1, 3]) {
          const asked = { ...scope, filter: { ...NONE, ...some }, sort, page, perPage: 20 };
          const { total, totalIsEstimate, results } = await opened.publicStore.listFiltered(asked);
          expect({ total, totalIsEstimate }).toEqual({ total: all.length, totalIsEstimate: false });
          expect(names(results)).toEqual(all.slice((page - 1) * 20, page * 20));
        }
      }
    },
  );

  it('equals a plain sort for any page of any size', async () => {
    const random = mulberry32(11);
    for (const scope of SCOPES) {
      const all = expected({}, 'authority', scope);
      for (let i = 0; i < 10; i += 1) {
        const perPage = 1 + Math.floor(random() * 100);
        const page = 1 + Math.floor(random() * (all.length / perPage + 1));
        const { results } = await opened.store.list({ ...scope, page, perPage });
        expect(names(results)).toEqual(all.slice((page - 1) * perPage, page * perPage));
      }
    }
  });

  it('counts listed sites by facet', async () => {
    const counts = await opened.publicStore.countFacets();
    const facets: readonly (readonly [facet: string, value: string, filter: Partial<ListFilter>])[] = [
      ['topic', 'ai', { topic: 'ai' }],
      ['language', 'de', { language: 'de' }],
      ['has', 'markdown', { has_markdown: true }],
      ['has', 'full', { has_full: true }],
      ['size', 'small', { size: 'small' }],
      ['generator', 'yoast', { generator: 'yoast' }],
    ];
    for (const [facet, value, filter] of facets) {
      const listed = expected(filter, 'authority', LISTED).length;
      expect(counts).toContainEqual({ facet, value, listed });
    }
  });

  it('ends after ten thousand sites', async () => {
    const asked = { ...LISTED, filter: NONE, sort: 'newest', page: 101, perPage: 100 } as const;
    expect((await opened.publicStore.listFiltered(asked)).results).toEqual([]);
  });

  it('keeps exact counters and order after any changes', async () => {
    expect(await opened.store.verifyCounters()).toEqual([]);
    const random = mulberry32(3);
    const byName = new Map(rows.map((row) => [row.domain, row]));
    for (let round = 0; round < 6; round += 1) {
      const others = generateRows(ROWS, 100 + round);
      const changed = [...byName.values()].flatMap((row, i) => {
        const { status, tier, authority, verified, country, topics } = others[i] ?? row;
        return random() < 0.05 ? [{ ...row, status, tier, authority, verified, country, topics }] : [];
      });
      const added = generateRows(40, 1000 + round).map((row) => ({ ...row, domain: `r${round}-${row.domain}` }));
      await write([...changed, ...added]);
      for (const row of [...changed, ...added]) byName.set(row.domain, row);
      const removed = [...byName.keys()].filter(() => random() < 0.01);
      await opened.query('delete from directory.domains where domain = any($1)', [removed]);
      for (const domain of removed) byName.delete(domain);
      expect(await opened.store.verifyCounters()).toEqual([]);
    }
    rows = [...byName.values()];
    expect(await opened.store.stats()).toMatchObject({
      domains_tracked: rows.length,
      listed: shown(LISTED).length,
      pending: rows.filter(({ status }) => status === 'pending').length,
    });
    const { results } = await opened.store.list({ ...SHOWN, page: 8, perPage: 100 });
    expect(names(results)).toEqual(expected({}, 'authority', SHOWN).slice(700, 800));
  });

  it('rejects truncate', async () => {
    await expect(opened.query('truncate directory.domains cascade')).rejects.toThrow(/never truncated/);
  });
});
