import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateDirectory, LEARN_WORDS, wordNumber } from '../bench/generate-directory.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

/** Enough for the planner to have something to lose, and for the words of a search to be frequent (above 13,000 matches). */
const DOMAINS = 30_000;

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
    for (const sql of [...generateDirectory(DOMAINS), ...LEARN_WORDS]) await client.query(sql);
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
    // The estimate of a search asks for a plan that is not run.
    return plans.filter((plan) => !/Query Text:\s*explain/i.test(plan)).join('\n');
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
    ['a search for a common word', search, [wordNumber(1), 1, 50, false, false], /word_counts_pkey.*domains_listed/s],
    [
      'a page of a word in the depth',
      search,
      [wordNumber(20), 55, 50, false, false],
      /word_counts_pkey.*domains_words/s,
    ],
    ['its last page', search, ['online', 160, 50, false, false], /word_counts_pkey.*domains_words/s],
    ['its pages with unlisted', search, ['online', 60, 50, true, false], /word_counts_pkey.*domains_shown/s],
    [
      'a search for either of two',
      search,
      [`${wordNumber(1)} or ${wordNumber(2)}`, 1, 50, false, false],
      /domains_listed/,
    ],
    [
      'a search without a word',
      search,
      [`online -${wordNumber(500)}`, 1, 50, false, false],
      /word_counts_pkey.*domains_words.*domains_listed/s,
    ],
    ['a search for a rare word', search, [wordNumber(15_000), 1, 50, false, false], /domains_words/],
    [
      'a search for two words',
      search,
      [`${wordNumber(40)} ${wordNumber(400)}`, 1, 50, false, false],
      /domains_sampled.*domains_words/s,
    ],
    [
      'the start of a name',
      search,
      [wordNumber(3).slice(0, 2), 1, 50, false, false],
      /Index Only Scan using domains_listed/,
    ],
    ['either of two, in the depth', search, [`online or ${wordNumber(6)}`, 120, 50, false, false], /domains_words/],
    ['a word of the verified', search, [wordNumber(15_000), 1, 50, false, true], /domains_search_verified/],
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

  it('totals are within 5 % where words come together more often than by chance', async () => {
    await client.query(
      `update directory.domains set description = 'machine learning' where shelf = 0 and hashtext(domain || 'seed') % 5 <> 0`,
    );
    await client.query('analyze directory.domains');
    const { rows: counted } = await client.query(
      `select count(*)::int as total from directory.domains where shelf = 0 and description is not null`,
    );
    const { rows: answered } = await client.query(`${search} as page`, ['machine learning', 1, 50, false, false]);
    expect(answered[0].page.total_is_estimate).toBe(true);
    expect(Math.abs(answered[0].page.total / counted[0].total - 1)).toBeLessThan(0.05);
  }, 60_000);
});
