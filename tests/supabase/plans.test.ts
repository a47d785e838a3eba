import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tsqueryOf } from '../../src/search/condition.ts';
import { parseSearchQuery } from '../../src/search/search-query.ts';
import { generateDirectory, wordNumber } from '../bench/generate-directory.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

/** Enough for the planner to have something to lose, and for searches with more matches than are counted. */
const DOMAINS = 60_000;

const nodeSchema = z.object({
  'Node Type': z.string(),
  'Index Name': z.string().optional(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
type PlanNode = z.infer<typeof nodeSchema>;
const planSchema = z.object({ Plan: nodeSchema });

if (findPostgrest() === null)
  console.log('not run: the plans of the public reads, which need PostgreSQL and PostgREST');

/** The arguments of a search of records. */
function searchFor(q: string, page: number, unlisted: boolean, verified: boolean, perPage = 50): unknown[] {
  const { query, prefix } = parseSearchQuery(q, null);
  return ['record', tsqueryOf(query), prefix, page, perPage, unlisted, verified];
}

/** The plans that PostgreSQL really runs inside the functions, as auto_explain reports them. */
describe.runIf(findPostgrest() !== null)('the public reads', () => {
  let stack: LocalStack;
  let client: pg.Client;
  let nodes: PlanNode[] = [];
  beforeAll(async () => {
    stack = await startLocalStack({ migrations: MIGRATIONS });
    // Only a superuser may load what reports plans; the functions run as their owner whoever calls them.
    client = new pg.Client({ connectionString: stack.databaseUrl.replace('//postgres@', '//supabase_admin@') });
    await client.connect();
    for (const sql of generateDirectory(DOMAINS)) await client.query(sql);
    await client.query(`load 'auto_explain'`);
    await client.query(`set auto_explain.log_min_duration = 0`);
    await client.query(`set auto_explain.log_nested_statements = on`);
    await client.query(`set auto_explain.log_format = json`);
    await client.query(`set auto_explain.log_level = notice`);
    client.on('notice', ({ message = '' }) => {
      const json = message.slice(message.indexOf('{'));
      if (message.includes('plan:')) nodes.push(...flatten(planSchema.parse(JSON.parse(json)).Plan));
    });
  }, 300_000);
  afterAll(async () => {
    await client?.end();
    await stack?.close();
  });

  const list = 'select directory.list_domains($1, $2, $3, $4)';
  const search = 'select directory.search_domains($1, $2, $3, $4, $5, $6, $7)';
  const reads: [what: string, sql: string, params: unknown[], through: string[]][] = [
    ['a lookup', 'select directory.lookup_domain($1)', ['x1.com'], ['domains_pkey', 'profiles_pkey', 'crawl_pkey']],
    ['lookups together', 'select directory.lookup_domains($1)', [['x1.com', 'x2.com']], ['domains_pkey']],
    ['the first page', list, [1, 50, false, false], ['domains_order', 'counters_pkey']],
    ['a page in the depth', list, [800, 50, false, false], ['domains_order', 'counters_pkey']],
    ['a page in the depth with unlisted', list, [500, 100, true, false], ['domains_order']],
    ['the last pages of verified', list, [45, 50, false, true], ['domains_order']],
    ['a search for a rare word', search, searchFor(wordNumber(15_000), 1, false, false), ['search_documents_words']],
    ['a search for a frequent word', search, searchFor(wordNumber(3), 1, false, false), ['search_documents_words']],
    ['its pages in the depth', search, searchFor(wordNumber(3), 190, false, false), ['search_documents_words']],
    [
      'a search for a frequent and a rare word',
      search,
      searchFor(`online ${wordNumber(900)}`, 1, false, false),
      ['search_documents_words'],
    ],
    [
      'a search for all but a word',
      search,
      searchFor(`-${wordNumber(500)}`, 1, false, false),
      ['search_documents_words'],
    ],
    [
      'a search with unlisted',
      search,
      searchFor(wordNumber(900), 1, true, false),
      ['search_documents_words', 'search_documents_unlisted_words'],
    ],
    [
      'the start of few names',
      search,
      searchFor(wordNumber(3).slice(0, 3), 1, false, false),
      ['search_documents_pkey'],
    ],
    ['counts', 'select directory.get_stats()', [], ['counters_pkey', 'crawl_last_checked']],
    ['the map', 'select directory.count_countries()', [], ['counters_pkey']],
  ];
  it.each(reads)('%s: through an index, and never through all domains', async (_, sql, params, through) => {
    nodes = [];
    await client.query(sql, params);
    const indexes = new Set(nodes.map((node) => node['Index Name']));
    for (const index of through) expect([...indexes], index).toContain(index);
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    expect(whole.filter((table) => /^(domains|profiles|search_documents|crawl|counters)$/.test(table ?? ''))).toEqual(
      [],
    );
  });

  it('find what reading all domains finds, on every page that can be reached, and count exactly up to 10,000', async () => {
    const [rare, first, third, sixth, twentieth] = [500, 1, 3, 6, 20].map(wordNumber);
    for (const [q, query, page, unlisted, verified] of [
      ['online', 'online', 1, false, false],
      ['online', 'online', 77, false, false],
      ['online', 'online', 200, true, false],
      ['online', 'online', 3, false, true],
      [`${first}`, `${first}`, 150, false, false],
      [`${third}`, `${third}`, 41, true, false],
      [`online -${rare}`, `online & !${rare}`, 1, false, false],
      [`${rare} or online`, `${rare} | online`, 2, false, false],
      [`online or ${sixth}`, `online | ${sixth}`, 120, true, false],
      [`online or ${sixth}`, `online | ${sixth}`, 9, false, true],
      ['online -online', 'online & !online', 1, false, false],
      [`${twentieth}`, `${twentieth}`, 108, false, false],
      [`${twentieth}`, `${twentieth}`, 2, true, true],
      [`${sixth} ${twentieth}`, `${sixth} & ${twentieth}`, 7, false, false],
      [`${sixth} online ${first}`, `${sixth} & online & ${first}`, 30, false, false],
      [`"${first} online"`, `${first} <-> online`, 1, false, false],
      [`-${first}`, `!${first}`, 5, false, false],
      ['n', 'n', 20, true, false],
      ['na', 'na', 3, true, false],
      ['nab', 'nab', 1, false, true],
      [`${rare}`, `${rare}`, 999_999, false, false],
    ] as const) {
      const { rows: answered } = await client.query(`${search} as page`, searchFor(q, page, unlisted, verified));
      const { rows: counted } = await client.query(
        `select count(*)::int as total, (array_agg(d.domain order by d.sort_key, d.domain))[$1::int : $2::int] as domains
         from directory.domains d join directory.search_documents s using (domain)
         where d.visibility <= $3::int and (d.verified or not $4::boolean)
           and (s.words @@ $5::text::tsquery or starts_with(d.domain, replace($6::text, ' ', '')))`,
        [(page - 1) * 50 + 1, page * 50, unlisted ? 1 : 0, verified, query, q],
      );
      const { total, total_is_estimate, results } = answered[0].page;
      const isExact = counted[0].total <= 10_000;
      expect([q, total_is_estimate]).toEqual([q, !isExact]);
      if (isExact) expect([q, total]).toEqual([q, counted[0].total]);
      else expect(total).toBeGreaterThan(10_000);
      expect(results.map(({ domain }: { domain: string }) => domain)).toEqual(counted[0].domains ?? []);
    }
  });

  it('find a word that only sites at the end of the list hold', async () => {
    await client.query('begin');
    await client.query(`
      update directory.search_documents s set words = s.words || 'lowly:9'::tsvector
      where s.visibility = 0 and s.sort_key > 195 and hashtext(s.domain) % 4 = 0`);
    await client.query('analyze directory.search_documents');
    const { rows: held } = await client.query(`
      select count(*)::int as total, (array_agg(s.domain order by s.sort_key, s.domain))[51:100] as domains
      from directory.search_documents s where s.visibility = 0 and s.words @@ 'lowly'`);
    const { rows: answered } = await client.query(`${search} as page`, searchFor('lowly', 2, false, false));
    await client.query('rollback');
    const { total, results } = answered[0].page;
    expect(held[0].total).toBeGreaterThan(1_000);
    expect(total).toBe(held[0].total);
    expect(results.map(({ domain }: { domain: string }) => domain)).toEqual(held[0].domains);
  });

  it('reach the first 10,000 matches and no further', async () => {
    const pageOf = async (page: number, perPage: number) =>
      (await client.query(`${search} as page`, searchFor(wordNumber(1), page, false, false, perPage))).rows[0].page;
    expect((await pageOf(100, 100)).results).toHaveLength(100);
    expect((await pageOf(143, 70)).results).toHaveLength(10_000 - 142 * 70);
    expect((await pageOf(101, 100)).results).toEqual([]);
    expect((await pageOf(101, 100)).total).toBeGreaterThan(10_000);
  });

  it('a new score within the same band is written in place, where the page has room for the row', async () => {
    await client.query('begin');
    const { rows } = await client.query(
      `update directory.domains set authority = authority - 1 where domain in (
         select d.domain from directory.domains d
         where d.visibility = 0 and d.authority > 10 and d.sort_key % 6 = 0 order by d.domain limit 20)
       returning domain, sort_key`,
    );
    const { rows: written } = await client.query(
      `select count(*)::int as sites, pg_stat_get_xact_tuples_updated(s.tableoid)::int as updated,
         pg_stat_get_xact_tuples_hot_updated(s.tableoid)::int as in_place
       from directory.search_documents s join unnest($1::text[], $2::smallint[]) n (domain, sort_key) using (domain, sort_key)
       group by s.tableoid`,
      [rows.map(({ domain }) => domain), rows.map(({ sort_key }) => sort_key)],
    );
    await client.query('rollback');
    expect(written).toEqual([{ sites: 20, updated: 20, in_place: expect.any(Number) }]);
    // Of sites without texts, the words lie in the page as well and fill it.
    expect(written[0].in_place).toBeGreaterThan(10);
  });

  it('the positions and totals that they rely on are those of a recount', async () => {
    const { rows } = await client.query('select directory.verify_counters() as drift');
    expect(rows).toEqual([{ drift: [] }]);
    for (const [page, unlisted, verified] of [
      [1, false, false],
      [813, false, false],
      [621, true, false],
      [27, false, true],
    ] as const) {
      const { rows: answered } = await client.query(`${list} as page`, [page, 50, unlisted, verified]);
      const { rows: counted } = await client.query(
        `select count(*)::int as total, (array_agg(domain order by sort_key, domain))[$1::int : $2::int] as domains
         from directory.domains where visibility <= $3::int and (verified or not $4::boolean)`,
        [(page - 1) * 50 + 1, page * 50, unlisted ? 1 : 0, verified],
      );
      expect(answered[0].page.total).toBe(counted[0].total);
      expect(answered[0].page.results.map(({ domain }: { domain: string }) => domain)).toEqual(counted[0].domains);
    }
  });
});

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
