import { beforeAll, describe, expect, it } from 'vitest';
import type { ListFilter } from '../../src/directory/list-filter.ts';
import { LIST_SORTS, type ListSort } from '../../src/directory/list-sort.ts';
import { mulberry32 } from '../mulberry32.ts';
import { generateRows, type ModelRow } from './directory-model.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';
import { instant, T0 } from './sample-visit.ts';
import { useTestStore } from './use-test-store.ts';

interface FacetRow extends ModelRow {
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
  ), described as (
    insert into directory.profiles (domain, first_seen) select domain, first_seen from given
  )
  insert into directory.crawl (domain, due_at, priority, content_changed_at)
  select domain, now(), 3, content_changed_at from given`;

const ROWS = 1_500;
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

function factsOf(row: ModelRow, at: number, random: () => number): FacetRow {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  return {
    ...row,
    topics: pick([[], ['ai'], ['crypto', 'ai'], ['travel']]),
    language_code: pick(['en', 'en', 'de', null]),
    size_class: pick(['small', 'medium', 'large', null]),
    generator: pick(['gitbook', 'yoast', null]),
    llms_full_txt: pick(['https://x.example/llms-full.txt', null]),
    has_markdown: pick([true, false, false]),
    quality: pick([null, 10, 50, 50, 90]),
    first_seen: instant(T0 + (at % 40) * 1_000),
    content_changed_at: pick([null, instant(T0), instant(T0 + at * 500)]),
  };
}

function holds(row: FacetRow, filter: Partial<ListFilter>): boolean {
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
const ORDERS: Readonly<Record<ListSort, (a: FacetRow, b: FacetRow) => number>> = {
  authority: (a, b) => Number(b.verified) - Number(a.verified) || (b.authority ?? -1) - (a.authority ?? -1),
  newest: (a, b) => later(a.first_seen, b.first_seen),
  changed: (a, b) => later(a.content_changed_at, b.content_changed_at),
  quality: (a, b) => (b.quality ?? -1) - (a.quality ?? -1),
};

describe('a filtered list', () => {
  const opened = useTestStore(openEmbeddedTestStore);
  let rows: readonly FacetRow[] = [];
  const shown = (includeUnlisted: boolean) =>
    rows.filter(({ tier }) => tier === 'featured' || tier === 'listed' || (includeUnlisted && tier !== 'rejected'));
  const expected = (
    filter: Partial<ListFilter>,
    sort: ListSort,
    scope: { includeUnlisted: boolean; verified: boolean },
  ) =>
    shown(scope.includeUnlisted)
      .filter((row) => holds(row, filter) && (row.verified || !scope.verified))
      .toSorted((a, b) => ORDERS[sort](a, b) || (a.domain < b.domain ? -1 : 1))
      .map(({ domain }) => domain);

  beforeAll(async () => {
    const random = mulberry32(5);
    rows = generateRows(ROWS, 23).map((row, at) => factsOf(row, at, random));
    await opened.query(WRITE, [JSON.stringify(rows)]);
  });

  const SCOPES = [
    { includeUnlisted: false, verified: false },
    { includeUnlisted: true, verified: false },
    { includeUnlisted: false, verified: true },
  ] as const;

  it.each(LIST_SORTS.flatMap((sort) => FILTERS.map((filter) => [sort, filter] as const)))(
    'equals plain filtering and sorting by %s of %o',
    async (sort, some) => {
      const filter: ListFilter = { has_full: false, has_markdown: false, ...some };
      for (const scope of SCOPES) {
        const all = expected(some, sort, scope);
        for (const page of [1, 3]) {
          const asked = { ...scope, filter, sort, page, perPage: 20 };
          const { total, totalIsEstimate, results } = await opened.publicStore.listFiltered(asked);
          expect({ total, totalIsEstimate }).toEqual({ total: all.length, totalIsEstimate: false });
          expect(results.map(({ domain }) => domain)).toEqual(all.slice((page - 1) * 20, page * 20));
        }
      }
    },
  );

  it('counts listed sites by facet', async () => {
    const listed = shown(false);
    const counts = await opened.publicStore.countFacets();
    const countOf = (facet: string, value: string) =>
      counts.find((count) => count.facet === facet && count.value === value)?.listed;
    expect(countOf('topic', 'ai')).toBe(listed.filter(({ topics }) => topics.includes('ai')).length);
    expect(countOf('language', 'de')).toBe(listed.filter(({ language_code }) => language_code === 'de').length);
    expect(countOf('has', 'markdown')).toBe(listed.filter(({ has_markdown }) => has_markdown).length);
    expect(countOf('has', 'full')).toBe(listed.filter(({ llms_full_txt }) => llms_full_txt !== null).length);
    expect(countOf('size', 'small')).toBe(listed.filter(({ size_class }) => size_class === 'small').length);
    expect(countOf('generator', 'yoast')).toBe(listed.filter(({ generator }) => generator === 'yoast').length);
    expect(await opened.store.verifyCounters()).toEqual([]);
  });

  it('omits a site right after its rejection', async () => {
    const [domain] = expected({ topic: 'ai' }, 'authority', SCOPES[0]);
    await opened.query("update directory.domains set tier = 'rejected', rejection = 'opt-out' where domain = $1", [
      domain,
    ]);
    const asked = {
      ...SCOPES[1],
      filter: { topic: 'ai', has_full: false, has_markdown: false },
      sort: 'authority',
      page: 1,
      perPage: 5,
    } as const;
    const { results } = await opened.publicStore.listFiltered(asked);
    expect(results.map((record) => record.domain)).not.toContain(domain);
    rows = rows.map((row) => (row.domain === domain ? { ...row, tier: 'rejected' } : row));
    expect(await opened.store.verifyCounters()).toEqual([]);
  });

  it('ends after ten thousand', async () => {
    const asked = {
      ...SCOPES[0],
      filter: { has_full: false, has_markdown: false },
      sort: 'newest',
      page: 101,
      perPage: 100,
    } as const;
    expect((await opened.publicStore.listFiltered(asked)).results).toEqual([]);
  });
});
