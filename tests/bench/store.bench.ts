import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import { tsqueryOf } from '../../src/search/condition.ts';
import { parseSearchQuery } from '../../src/search/search-query.ts';
import { EXTENSIONS, emptyDatabase } from '../../src/store/embedded/database-snapshot.ts';
import { withPhrases } from '../../src/store/search.ts';
import { mulberry32 } from '../store/directory-model.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { startLocalStack } from '../supabase/local-stack.ts';
import { median, quantile, report } from './figure.ts';
import { generateDirectory, wordNumber } from './generate-directory.ts';
import { readIntoMemory } from './read-into-memory.ts';

/**
 * Database time of the public reads and of a new score at scale: `npm run bench -- store` on PGlite with 100,000 domains,
 * `npm run bench -- store --postgres [--count=N] [--folder=F]` on PostgreSQL with 1,000,000 (some minutes; the folder is kept for the next time).
 * `--only=TEXT`: the cases whose names hold it.
 */

interface Database {
  /** The first column of the first row. */
  call(sql: string, params: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

interface Case {
  readonly what: string;
  readonly sql: string;
  readonly params: () => unknown[];
  readonly p95Ms?: number;
  readonly p50Ms?: number;
  /** Counts what matches a tsquery and nothing else: what the database itself takes for it. */
  readonly countSql?: string;
}

const CALLS = 300;
const ROUNDS = 3;
/** Lists at any page, searches on the first ten pages, stats and map. */
const READ_MS = 20;
/** Searches at any depth that can be reached. */
const DEEP_MS = 60;
/** Searches by relevance, which unpack and rank what they have found. */
const RANKED_MS = 25;
/** Searches by relevance that count all their matches, beside that count alone: on a machine of any speed. */
const MAX_RANKED_TO_COUNTED = 2.5;
const WRITE_MS = 3;
const PAGE = 50;

const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    count: { type: 'string' },
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const count = Number(values.count ?? (values.postgres ? 1_000_000 : 100_000));
const random = mulberry32(5);
const below = (n: number) => Math.floor(random() * n);
/** Any word, as often as it stands in texts. */
const word = () => wordNumber(Math.floor(20_000 ** random()));
const page = (pages: number) => 1 + below(pages);

const list = 'select api.list_domains($1, $2, $3, $4)';
const search = 'select api.search_domains($1, $2, $3, $4, $5, $6, $7)';
/** The arguments of a search of records. */
const searchFor = (q: string, at: number, unlisted: boolean, verified: boolean) => {
  const { query, prefix } = parseSearchQuery(q, null);
  return ['record', tsqueryOf(query), prefix, at, PAGE, unlisted, verified];
};
const searches = (what: string, q: () => string, unlisted = false, verified = false): readonly Case[] => [
  {
    what: `search, ${what}, the first ten pages`,
    sql: search,
    params: () => searchFor(q(), page(10), unlisted, verified),
    p95Ms: READ_MS,
  },
  {
    what: `search, ${what}, any page of the first 10,000`,
    sql: search,
    params: () => searchFor(q(), page(200), unlisted, verified),
    p95Ms: DEEP_MS,
  },
];
const rank = 'select api.rank_domains($1, $2, $3, $4, $5, $6, $7, $8, $9)';
const ranked = (what: string, q: () => string): Case => ({
  what: `search of records and files by relevance, ${what}, the first ten pages`,
  sql: rank,
  params: () => {
    const { wideQuery, partQuery, prefix, terms } = parseSearchQuery(q(), null);
    return [
      'all',
      tsqueryOf(wideQuery),
      partQuery && tsqueryOf(partQuery),
      prefix,
      JSON.stringify(withPhrases(terms)),
      page(10),
      PAGE,
      false,
      false,
    ];
  },
  p95Ms: RANKED_MS,
  countSql: 'select count(*) from directory.search_documents s where s.all_words @@ $1::tsquery and s.visibility = 0',
});
const CASES: readonly Case[] = [
  { what: 'lookup', sql: 'select api.lookup_domain($1)', params: () => [`x${below(count)}.com`] },
  {
    what: 'list, any page of 50',
    sql: list,
    params: () => [page((count * 0.85) / PAGE), PAGE, false, false],
    p95Ms: READ_MS,
  },
  {
    what: 'list with unlisted, any page of 100',
    sql: list,
    params: () => [page(count / 100), 100, true, false],
    p95Ms: READ_MS,
  },
  {
    what: 'list of verified, any page of 50',
    sql: list,
    params: () => [page((count * 0.04) / PAGE), PAGE, false, true],
    p95Ms: READ_MS,
  },
  ranked('any word', word),
  ranked('any two words', () => `${word()} ${word()}`),
  ranked('any three words', () => `${word()} ${word()} ${word()}`),
  ranked('a word in every third row', () => 'online'),
  ...searches('any word', word),
  ...searches('any two words', () => `${word()} ${word()}`),
  ...searches('any three words', () => `${word()} ${word()} ${word()}`),
  ...searches('any word, with unlisted', word, true),
  ...searches('any word, verified', word, false, true),
  ...searches('a word in every third row', () => 'online'),
  ...searches('a word in one of a hundred rows', () => wordNumber(200 + below(100))),
  ...searches('one word without another', () => `${word()} -${word()}`),
  ...searches('one word or another', () => `${word()} or ${word()}`),
  ...searches('start of a name', () => word().slice(0, 1 + below(4))),
  { what: 'stats', sql: 'select api.get_stats()', params: () => [], p95Ms: READ_MS },
  { what: 'map', sql: 'select api.count_countries()', params: () => [], p95Ms: READ_MS },
  {
    what: 'a new score, another place in the order',
    sql: `update directory.domains set authority = (authority + $2) % 101, quality = $2
      where domain = (select domain from directory.domains where domain >= $1 and authority is not null order by domain limit 1)`,
    params: () => [word(), 1 + below(100)],
    p50Ms: WRITE_MS,
  },
  {
    what: 'a new score, the same place in the order',
    sql: `update directory.domains set quality = $2
      where domain = (select domain from directory.domains where domain >= $1 and authority is not null order by domain limit 1)`,
    params: () => [word(), below(101)],
    p50Ms: WRITE_MS,
  },
];

const answeredSchema = z.object({ total_is_estimate: z.boolean() });
const engine = values.postgres ? 'PostgreSQL' : 'PGlite';
const database = values.postgres ? await openPostgres() : await openPglite();
// A server that has been running for a while has its pages in memory; one that was started on a kept folder has not.
const cases = CASES.filter(({ what }) => what.includes(values.only));
for (const one of cases) await timesOf(one);
for (const one of cases) {
  const rounds: (readonly number[])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await timesOf(one));
  tell(one, 0.5, rounds, one.p50Ms);
  tell(one, 0.95, rounds, one.p95Ms);
  if (one.countSql !== undefined) await tellBesideCounts(one, one.countSql);
}
await database.close();

function tell({ what }: Case, share: number, rounds: readonly (readonly number[])[], atMost?: number): void {
  report({
    bench: 'store',
    figure: `${what}: p${share * 100} on ${engine} with ${count} domains`,
    value: median(rounds.map((times) => quantile(times, share))),
    unit: 'ms',
    ...(atMost !== undefined && { bar: { atMost } }),
  });
}

/** Of searches that count all their matches, 10,000 at most: each takes turns with a count of the same. */
async function tellBesideCounts({ what, sql, params }: Case, countSql: string): Promise<void> {
  const searched: number[] = [];
  const counted: number[] = [];
  for (let i = 0; i < CALLS; i += 1) {
    const values = params();
    const [ms, answer] = await timeOf(() => database.call(sql, values));
    if (answeredSchema.parse(answer).total_is_estimate) continue;
    searched.push(ms);
    const query = await database.call('select directory.without_absent($1::tsquery)::text', [values[1]]);
    counted.push((await timeOf(() => database.call(countSql, [query])))[0]);
  }
  if (searched.length === 0) return;
  report({
    bench: 'store',
    figure: `${what}, where all matches are counted: p95 on ${engine} with ${count} domains`,
    value: quantile(searched, 0.95),
    unit: 'ms',
    peer: 'the count alone',
    peerValue: quantile(counted, 0.95),
    bar: { atMost: MAX_RANKED_TO_COUNTED },
  });
}

async function timeOf(call: () => Promise<unknown>): Promise<readonly [ms: number, answer: unknown]> {
  const start = performance.now();
  const answer = await call();
  return [performance.now() - start, answer];
}

/** Of `CALLS` calls. */
async function timesOf({ sql, params }: Case): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i += 1) {
    const values = params();
    times.push((await timeOf(() => database.call(sql, values)))[0]);
  }
  return times;
}

function firstOf([row]: readonly unknown[]): unknown {
  return Object.values(row ?? {})[0];
}

async function openPglite(): Promise<Database> {
  const db = await PGlite.create({
    dataDir: 'memory://',
    extensions: EXTENSIONS,
    loadDataDir: await emptyDatabase(MIGRATIONS),
  });
  for (const sql of generateDirectory(count, { texts: true })) await db.exec(sql);
  return { call: async (sql, params) => firstOf((await db.query(sql, params)).rows), close: () => db.close() };
}

async function openPostgres(): Promise<Database> {
  if (values.folder !== undefined) await readIntoMemory(values.folder);
  const stack = await startLocalStack({
    migrations: MIGRATIONS,
    durable: true,
    ...(values.folder === undefined ? {} : { folder: values.folder }),
  });
  const client = await stack.connect();
  const { rows } = await client.query(`select n from directory.current_counters where counter = 'tracked'`);
  if (rows[0]?.n !== count) for (const sql of generateDirectory(count, { texts: true })) await client.query(sql);
  return {
    call: async (sql, params) => firstOf((await client.query(sql, params)).rows),
    close: async () => {
      await client.end();
      await stack.close();
    },
  };
}
