import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateDirectory, LEARN_TERMS, wordNumber } from '../bench/generate-directory.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

/** Enough for the planner to have something to lose, and for a dozen words to be common. */
const DOMAINS = 30_000;

/** A search whose terms all have bitmaps: those are read, and then the domains of the page alone, or the first of the order. */
const FIRST = /bitmaps_pkey.*Limit.*domains_listed/s;
const BITMAPS = /bitmaps_pkey.*numbers_number.*domains_pkey/s;

if (findPostgrest() === null)
  console.log('not run: the plans of the public reads, which need PostgreSQL and PostgREST');

/** The plans that PostgreSQL really runs inside the functions, as auto_explain tells them. */
describe.runIf(findPostgrest() !== null)('the public reads', () => {
  let stack: LocalStack;
  let client: pg.Client;
  const plans: string[] = [];
  beforeAll(async () => {
    stack = await startLocalStack({ migrations: MIGRATIONS });
    // Only a superuser may load what tells plans; the functions run as their owner whoever calls them.
    client = new pg.Client({ connectionString: stack.databaseUrl.replace('//postgres@', '//supabase_admin@') });
    await client.connect();
    for (const sql of [...generateDirectory(DOMAINS), ...LEARN_TERMS]) await client.query(sql);
    await client.query(`load 'auto_explain'`);
    await client.query(`set auto_explain.log_min_duration = 0`);
    await client.query(`set auto_explain.log_nested_statements = on`);
    await client.query(`set auto_explain.log_level = notice`);
    client.on('notice', ({ message }) => plans.push(message ?? ''));
  }, 180_000);
  afterAll(async () => {
    await client?.end();
    await stack?.close();
  });

  const plansOf = async (sql: string, params: unknown[]): Promise<string> => {
    plans.length = 0;
    await client.query(sql, params);
    return plans.join('\n');
  };

  const list = 'select directory.list_domains($1, $2, $3, $4)';
  const search = 'select directory.search_domains($1, $2, $3, $4, $5)';
  const reads: [what: string, sql: string, params: unknown[], through: RegExp][] = [
    ['a lookup', 'select directory.lookup_domain($1)', ['x1.com'], /domains_pkey/],
    ['lookups together', 'select directory.lookup_domains($1)', [['x1.com', 'x2.com']], /domains_pkey/],
    ['the first page', list, [1, 50, false, false], /domains_listed/],
    ['a page in the depth', list, [400, 50, false, false], /domains_listed/],
    ['a page in the depth with unlisted', list, [250, 100, true, false], /domains_shown/],
    ['the last pages of verified', list, [22, 50, false, true], /domains_listed/],
    ['a search for a common word', search, [wordNumber(1), 1, 50, false, false], FIRST],
    ['a page of a word in the depth', search, [wordNumber(20), 55, 50, false, false], BITMAPS],
    ['its pages with unlisted', search, ['online', 60, 50, true, false], BITMAPS],
    ['a search for either of two', search, [`${wordNumber(1)} or ${wordNumber(2)}`, 1, 50, false, false], FIRST],
    ['a search for two words', search, [`${wordNumber(6)} ${wordNumber(20)}`, 3, 50, false, false], BITMAPS],
    ['a search for a word of the verified', search, ['online', 1, 50, false, true], FIRST],
    ['the start of many names', search, [wordNumber(3).slice(0, 1), 1, 50, false, false], FIRST],
    [
      'a search without a rare word',
      search,
      [`online -${wordNumber(500)}`, 1, 50, false, false],
      /domains_search.*bitmaps_pkey/s,
    ],
    ['a search for a rare word', search, [wordNumber(15_000), 1, 50, false, false], /domains_search/],
    [
      'a search for a common and a rare word',
      search,
      [`online ${wordNumber(400)}`, 1, 50, false, false],
      /domains_search/,
    ],
    ['the start of few names', search, [wordNumber(3).slice(0, 3), 1, 50, false, false], /domains_pkey/],
    ['counts', 'select directory.get_stats()', [], /crawl_last_checked/],
    ['the map', 'select directory.count_countries()', [], /country_counts/],
  ];
  it.each(reads)('%s: through an index, and never through all domains', async (_, sql, params, through) => {
    const told = await plansOf(sql, params);
    expect(told).toMatch(through);
    expect(told.split('\n').filter((line) => /Seq Scan on (domains|crawl)\b/.test(line))).toEqual([]);
  });

  it('the positions and totals that they rely on are those of a recount', async () => {
    const { rows } = await client.query('select directory.count_again() as drift');
    expect(rows).toEqual([{ drift: [] }]);
    for (const [page, unlisted, verified] of [
      [1, false, false],
      [413, false, false],
      [321, true, false],
      [17, false, true],
    ] as const) {
      const { rows: answered } = await client.query(`${list} as page`, [page, 50, unlisted, verified]);
      const { rows: counted } = await client.query(
        `select count(*)::int as total, (array_agg(domain order by sort_key, domain))[$1::int : $2::int] as domains
         from directory.domains where shelf <= $3::int and (verified or not $4::boolean)`,
        [(page - 1) * 50 + 1, page * 50, unlisted ? 1 : 0, verified],
      );
      expect(answered[0].page.total).toBe(counted[0].total);
      expect(answered[0].page.results.map(({ domain }: { domain: string }) => domain)).toEqual(counted[0].domains);
    }
  });

  it('common words are found on every page where reading all domains finds them, and counted exactly', async () => {
    const [rare, first, third, sixth, twentieth, hundredth] = [500, 1, 3, 6, 20, 100].map(wordNumber);
    for (const [q, query, page, unlisted, verified] of [
      ['online', 'online', 1, false, false],
      ['online', 'online', 77, false, false],
      ['online', 'online', 160, true, false],
      ['online', 'online', 3, false, true],
      [`${first}`, `${first}`, 300, false, false],
      [`${third}`, `${third}`, 41, true, false],
      [`online -${rare}`, `online & !${rare}`, 1, false, false],
      [`online -${rare}`, `online & !${rare}`, 100, true, false],
      [`${rare} or online`, `${rare} | online`, 2, false, false],
      [`online or ${sixth}`, `online | ${sixth}`, 50, false, false],
      [`online or ${sixth}`, `online | ${sixth}`, 120, false, false],
      [`online or ${sixth}`, `online | ${sixth}`, 150, true, false],
      [`online or ${sixth}`, `online | ${sixth}`, 9, false, true],
      ['online or online', 'online', 30, false, false],
      ['online -online', 'online & !online', 1, false, false],
      [`${twentieth}`, `${twentieth}`, 38, false, false],
      [`${twentieth}`, `${twentieth}`, 55, false, false],
      [`${twentieth}`, `${twentieth}`, 60, true, false],
      [`${twentieth}`, `${twentieth}`, 2, true, true],
      [`${hundredth}`, `${hundredth}`, 10, false, false],
      [`${sixth} ${twentieth}`, `${sixth} & ${twentieth}`, 7, false, false],
      [`${first} ${twentieth}`, `${first} & ${twentieth}`, 1, false, false],
      [`${twentieth} ${first}`, `${first} & ${twentieth}`, 40, true, false],
      [`${sixth} online ${first}`, `${sixth} & online & ${first}`, 30, false, false],
      [`"${first} online"`, `${first} <-> online`, 1, false, false],
      [`${sixth} -"${first} online"`, `${sixth} & !(${first} <-> online)`, 4, false, false],
      [`-${first}`, `!${first}`, 5, false, false],
      ['n', 'n', 20, true, false],
      ['na', 'na', 1, false, false],
      ['na', 'na', 3, true, false],
      ['nab', 'nab', 1, false, true],
    ] as const) {
      const { rows: answered } = await client.query(`${search} as page`, [q, page, 50, unlisted, verified]);
      const { rows: counted } = await client.query(
        `select count(*)::int as total, (array_agg(domain order by sort_key, domain))[$1::int : $2::int] as domains
         from directory.domains where shelf <= $3::int and (verified or not $4::boolean)
           and (search @@ $5::text::tsquery or starts_with(domain, $6::text))`,
        [(page - 1) * 50 + 1, page * 50, unlisted ? 1 : 0, verified, query, q],
      );
      const { total, total_is_estimate, results } = answered[0].page;
      expect([q, total, total_is_estimate]).toEqual([q, counted[0].total, false]);
      expect(results.map(({ domain }: { domain: string }) => domain)).toEqual(counted[0].domains ?? []);
    }
  });

  it('the total of many matches of a phrase is within 5 %', async () => {
    const [first, third] = [1, 3].map(wordNumber);
    const { rows: answered } = await client.query(`${search} as page`, [`-"${first} ${third}"`, 2, 50, false, false]);
    const { rows: counted } = await client.query(
      `select count(*)::int as total, (array_agg(domain order by sort_key, domain))[51:100] as domains
       from directory.domains where shelf = 0 and search @@ '!(${first} <-> ${third})'`,
    );
    const { total, total_is_estimate, results } = answered[0].page;
    expect(total_is_estimate).toBe(true);
    expect(Math.abs(total / counted[0].total - 1)).toBeLessThan(0.05);
    expect(results.map(({ domain }: { domain: string }) => domain)).toEqual(counted[0].domains);
  });

  it('numbers that a failed write has used up leave no hole in the bitmaps', async () => {
    const insert = (name: string, rows: number) =>
      client.query(
        `insert into directory.domains (domain, status, tier, authority, summary, first_seen)
         select '${name}' || i || '.example', 'valid', 'listed', 50, 'online ' || i, now() from generate_series(1, ${rows}) i`,
      );
    await client.query('begin');
    await insert('gone', 9_000);
    await client.query('rollback');
    await insert('after', 3);
    const { rows: counted } = await client.query(
      `${search} as page, directory.count_again() as drift,
         array(select domain from directory.domains where shelf = 0 and search @@ 'online' order by sort_key, domain) as domains`,
      ['online', 100, 50, false, false],
    );
    const { page, drift, domains } = counted[0];
    expect(drift).toEqual([]);
    expect(page.total).toBe(domains.length);
    expect(page.results.map(({ domain }: { domain: string }) => domain)).toEqual(domains.slice(4950, 5000));
  });
});
