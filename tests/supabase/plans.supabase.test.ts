import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listLexemes, parseQuery, toTsquery } from '../../src/search/query.ts';
import { generateDirectory, wordNumber } from '../bench/generate-directory.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

/** Number of domains, enough to make plans matter and above the exact count of matches. */
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

interface Place {
  readonly page?: number;
  readonly perPage?: number;
  readonly unlisted?: boolean;
  readonly verified?: boolean;
  readonly filter?: object;
}

/** Returns the arguments of a search of records. */
function searchFor(
  q: string,
  { page = 1, perPage = 50, unlisted = false, verified = false, filter = {} }: Place = {},
): unknown[] {
  const parsed = parseQuery(q);
  const lexemes = listLexemes(parsed.terms).map((lexeme) => `'${lexeme}'`);
  const query = toTsquery(parsed, 'record');
  return [query, lexemes, 'record', filter, unlisted, verified, (page - 1) * perPage, perPage];
}

/** Checks executed plans inside the functions, from auto_explain. */
describe.runIf(findPostgrest() !== null)('set of public reads', () => {
  let stack: LocalStack;
  let client: pg.Client;
  let nodes: PlanNode[] = [];
  beforeAll(async () => {
    stack = await startLocalStack({ migrations: MIGRATIONS });
    // Use a superuser, because only superusers may load auto_explain. The functions run as their owner for any caller.
    client = new pg.Client({ connectionString: stack.databaseUrl.replace('//postgres@', '//supabase_admin@') });
    await client.connect();
    for (const sql of generateDirectory(DOMAINS)) await client.query(sql);
    await client.query(`
      insert into directory.texts (hash, packed) values ('text', '');
      insert into directory.files (domain, text_hash) select domain, 'text' from directory.domains;
      analyze directory.files`);
    await client.query(`load 'auto_explain'`);
    await client.query(`set auto_explain.log_min_duration = 0`);
    await client.query(`set auto_explain.log_nested_statements = on`);
    await client.query(`set auto_explain.log_format = json`);
    await client.query(`set auto_explain.log_level = notice`);
    client.on('notice', ({ message = '' }) => {
      const json = message.slice(message.indexOf('{'));
      if (message.includes('plan:')) nodes.push(...flatten(planSchema.parse(JSON.parse(json)).Plan));
    });
  });
  afterAll(async () => {
    await client?.end();
    await stack?.close();
  });

  const list = 'select api.list_domains($1, $2, $3, $4)';
  const search = 'select api.find_sites($1, $2, $3, $4, $5, $6, $7, $8)';
  const reads: [what: string, sql: string, params: unknown[], through: string[]][] = [
    ['a lookup', 'select api.lookup_domain($1)', ['x1.com'], ['domains_pkey', 'profiles_pkey', 'crawl_pkey']],
    ['lookups together', 'select api.lookup_domains($1)', [['x1.com', 'x2.com']], ['domains_pkey', 'profiles_pkey']],
    ['the first page', list, [1, 50, false, false], ['domains_order', 'counters_pkey']],
    ['a page in the depth', list, [800, 50, false, false], ['domains_order', 'counters_pkey']],
    ['a page in the depth with unlisted', list, [500, 100, true, false], ['domains_order']],
    ['the last pages of verified', list, [45, 50, false, true], ['domains_order']],
    ['a search for a rare word', search, searchFor(wordNumber(15_000)), ['search_documents_words']],
    ['a search for a frequent word', search, searchFor(wordNumber(3)), ['search_documents_words']],
    ['its pages in the depth', search, searchFor(wordNumber(3), { page: 190 }), ['search_documents_words']],
    [
      'a search for a frequent and a rare word',
      search,
      searchFor(`common ${wordNumber(900)}`),
      ['search_documents_words'],
    ],
    ['a search for all but a word', search, searchFor(`-${wordNumber(500)}`), ['search_documents_words']],
    ['a search with unlisted', search, searchFor(wordNumber(900), { unlisted: true }), ['search_documents_words']],
    [
      'a search of a rare facet',
      search,
      searchFor(wordNumber(3), { filter: { country: 'AA' } }),
      ['search_documents_words'],
    ],
    ['the start of few names', search, searchFor(wordNumber(3).slice(0, 3)), ['search_documents_words']],
    [
      'the texts of links',
      'select api.read_link_texts($1, 100000)',
      [JSON.stringify([{ domain: 'x1.com' }, { domain: 'x2.com' }])],
      ['domains_pkey', 'files_pkey'],
    ],
    ['counts', 'select api.get_stats()', [], ['counters_pkey', 'crawl_last_checked']],
    ['the map', 'select api.count_countries()', [], ['counters_pkey']],
  ];
  it.each(reads)('uses an index for %s, and never scans all domains', async (_, sql, params, through) => {
    nodes = [];
    await client.query(sql, params);
    const indexes = new Set(nodes.map((node) => node['Index Name']));
    for (const index of through) expect([...indexes], index).toContain(index);
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    expect(
      whole.filter((table) => /^(domains|profiles|search_documents|crawl|counters|files)$/.test(table ?? '')),
    ).toEqual([]);
  });

  it('finds and counts exactly like a full scan, on every reachable page', async () => {
    const [rare, first, third, sixth, twentieth] = [500, 1, 3, 6, 20].map(wordNumber);
    const cases: readonly (readonly [q: string, query: string, place: Place])[] = [
      ['common', 'common', { page: 1 }],
      ['common', 'common', { page: 77 }],
      ['common', 'common', { page: 200, unlisted: true }],
      ['common', 'common', { page: 3, verified: true }],
      [`${first}`, `${first}`, { page: 150 }],
      [`${third}`, `${third}`, { page: 41, unlisted: true }],
      [`common -${rare}`, `common & !${rare}`, { page: 1 }],
      [`${rare} or common`, `${rare} | common`, { page: 2 }],
      [`common or ${sixth}`, `common | ${sixth}`, { page: 120, unlisted: true }],
      [`common or ${sixth}`, `common | ${sixth}`, { page: 9, verified: true }],
      ['common -common', 'common & !common', { page: 1 }],
      [`${twentieth}`, `${twentieth}`, { page: 108 }],
      [`${twentieth}`, `${twentieth}`, { page: 2, unlisted: true, verified: true }],
      [`${sixth} ${twentieth}`, `${sixth} & ${twentieth}`, { page: 7 }],
      [`${sixth} common ${first}`, `${sixth} & common & ${first}`, { page: 30 }],
      [`"${first} common"`, `${first} <-> common`, { page: 1 }],
      [`-${first}`, `!${first}`, { page: 5 }],
      ['common', 'common', { page: 2, filter: { country: 'AA' } }],
      [`${first}`, `${first}`, { page: 3, filter: { language: 'de', size: 'large' } }],
      ['n', 'n', { page: 20, unlisted: true }],
      ['na', 'na', { page: 3, unlisted: true }],
      ['nab', 'nab', { page: 1, verified: true }],
      [`${rare}`, `${rare}`, { page: 999_999 }],
    ];
    await client.query(
      `create temporary table scanned as
       select d.*, to_tsvector('simple', concat_ws(' ', translate(d.domain, '.', ' '), p.title))
           || to_tsvector('simple', concat_ws(' ', p.summary, array_to_string(d.tags, ' '))) as words
       from directory.domains d join directory.profiles p using (domain)`,
    );
    for (const [q, query, place] of cases) {
      const { page = 1, unlisted = false, verified = false, filter = {} } = place;
      const { rows: answered } = await client.query(`${search} as page`, searchFor(q, place));
      const { rows: counted } = await client.query(
        `select count(*)::int as total, (array_agg(d.domain order by d.sort_key, d.domain))[$1::int : $2::int] as domains
         from scanned d
         where d.visibility <= $3 and (d.verified or not $4::boolean) and d.facets @> directory.facet_keys($7)
           and (d.words @@ $5::text::tsquery or starts_with(d.domain, replace($6::text, ' ', '')))`,
        [(page - 1) * 50 + 1, page * 50, unlisted ? 'unlisted' : 'listed', verified, query, q, filter],
      );
      const { total, sites } = answered[0].page;
      expect([q, total]).toEqual([q, counted[0].total]);
      expect(sites.map(({ domain }: { domain: string }) => domain)).toEqual(counted[0].domains ?? []);
    }
  });

  it('returns at most 300 sites per call', async () => {
    const toPage = async (page: number, perPage: number) =>
      (await client.query(`${search} as page`, searchFor(wordNumber(1), { page, perPage }))).rows[0].page;
    expect((await toPage(1, 100_000)).sites).toHaveLength(300);
    expect((await toPage(100, 100)).sites).toHaveLength(100);
  });

  it('updates a rank without a write to the word index', async () => {
    await client.query('begin');
    const { rows } = await client.query(
      `update directory.domains set authority = authority - 1 where domain in (
         select d.domain from directory.domains d where d.visibility = 'listed' and d.authority > 10 order by d.domain limit 20)
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
    // Expect some writes in place. Without files, words are stored inside the page, and some pages have no space for another row.
    expect(written[0].in_place).toBeGreaterThan(0);
  });

  it('uses positions and totals that equal a recount', async () => {
    const { rows } = await client.query('select api.verify_counters() as drift');
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
         from directory.domains where visibility <= $3 and (verified or not $4::boolean)`,
        [(page - 1) * 50 + 1, page * 50, unlisted ? 'unlisted' : 'listed', verified],
      );
      expect(answered[0].page.total).toBe(counted[0].total);
      expect(answered[0].page.results.map(({ domain }: { domain: string }) => domain)).toEqual(counted[0].domains);
    }
  });
});

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
