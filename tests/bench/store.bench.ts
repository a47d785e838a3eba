import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { emptyDatabase } from '../../src/store/embedded/database-snapshot.ts';
import { mulberry32 } from '../store/directory-model.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { startLocalStack } from '../supabase/local-stack.ts';
import { median, report } from './figure.ts';
import { generateDirectory, LEARN_TERMS, wordNumber } from './generate-directory.ts';

/**
 * Database time of the public reads at scale: `npm run bench -- store` on PGlite with 100,000 domains,
 * `npm run bench -- store --postgres [--count=N] [--folder=F]` on PostgreSQL with 1,000,000 (some minutes; the folder is kept for the next time).
 */

interface Database {
  call(sql: string, params: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

// Lists, searches, stats and map under 20 ms of database time at p95.
const BAR_MS = 20;
const CALLS = 300;
const ROUNDS = 3;

const { values } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, count: { type: 'string' }, folder: { type: 'string' } },
});
const count = Number(values.count ?? (values.postgres ? 1_000_000 : 100_000));
const random = mulberry32(5);
const below = (n: number) => Math.floor(random() * n);
const word = (low: number, high: number) => wordNumber(low + below(high - low + 1));

const list = 'select api.list_domains($1, $2, $3, $4)';
const search = 'select api.search_domains($1, $2, $3, $4, $5)';
const CASES: readonly (readonly [string, string, () => unknown[]])[] = [
  ['list, any page of 50', list, () => [1 + below((count * 0.85) / 50), 50, false, false]],
  ['list with unlisted, any page of 100', list, () => [1 + below(count / 100), 100, true, false]],
  ['list of verified, any page of 50', list, () => [1 + below((count * 0.04) / 50), 50, false, true]],
  ['search, the most common words', search, () => [word(1, 9), 1 + below(3), 50, false, false]],
  ['search, a word in every third row', search, () => ['online', 1 + below(5), 50, false, false]],
  ['search, common words', search, () => [word(10, 100), 1 + below(3), 50, false, false]],
  ['search, rare words', search, () => [word(100, 20_000), 1 + below(3), 50, false, false]],
  ['search, any word', search, () => [wordNumber(Math.floor(20_000 ** random())), 1, 50, false, false]],
  ['search, any word, with unlisted', search, () => [wordNumber(Math.floor(20_000 ** random())), 1, 50, true, false]],
  ['search, any word, verified', search, () => [wordNumber(Math.floor(20_000 ** random())), 1, 50, false, true]],
  [
    'search, any two words',
    search,
    () => [
      `${wordNumber(Math.floor(20_000 ** random()))} ${wordNumber(Math.floor(20_000 ** random()))}`,
      1,
      50,
      false,
      false,
    ],
  ],
  ['search, one word without another', search, () => [`${word(5, 2_000)} -${word(5, 2_000)}`, 1, 50, false, false]],
  [
    'search, one word or another',
    search,
    () => [
      `${wordNumber(Math.floor(20_000 ** random()))} or ${wordNumber(Math.floor(20_000 ** random()))}`,
      1,
      50,
      false,
      false,
    ],
  ],
  [
    'search, start of a name',
    search,
    () => [wordNumber(1 + below(20_000)).slice(0, 1 + below(4)), 1, 50, false, false],
  ],
  [
    'search, any three words',
    search,
    () => [
      `${wordNumber(Math.floor(20_000 ** random()))} ${wordNumber(Math.floor(20_000 ** random()))} ${wordNumber(Math.floor(20_000 ** random()))}`,
      1,
      50,
      false,
      false,
    ],
  ],
  ['search, a word in every third row, any page of 200', search, () => ['online', 1 + below(200), 50, false, false]],
  [
    'search, common words, any page of 200',
    search,
    () => [word(1, 500), 1 + below(200), 50, random() < 0.3, random() < 0.2],
  ],
  [
    'search, start of a name, any page of 200',
    search,
    () => [wordNumber(1 + below(20_000)).slice(0, 1 + below(4)), 1 + below(200), 50, false, false],
  ],
  ['stats', 'select api.get_stats()', () => []],
  ['map', 'select api.count_countries()', () => []],
];

const database = values.postgres ? await openPostgres() : await openPglite();
// A server that has been running for a while has its pages in memory; one that was started on a kept folder has not.
for (const [, sql, args] of CASES) await p95(sql, args);
for (const [figure, sql, args] of CASES) {
  const p95s: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) p95s.push(await p95(sql, args));
  const engine = values.postgres ? 'PostgreSQL' : 'PGlite';
  report({
    bench: 'store',
    figure: `${figure}: p95 on ${engine} with ${count} domains`,
    value: median(p95s),
    unit: 'ms',
    bar: { atMost: BAR_MS },
  });
}
await database.close();

async function p95(sql: string, args: () => unknown[]): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i += 1) {
    const params = args();
    const start = performance.now();
    await database.call(sql, params);
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.95)] ?? Number.NaN;
}

async function openPglite(): Promise<Database> {
  const db = await PGlite.create({ dataDir: 'memory://', loadDataDir: await emptyDatabase(MIGRATIONS) });
  for (const sql of [...generateDirectory(count), ...LEARN_TERMS]) await db.exec(sql);
  return { call: (sql, params) => db.query(sql, params), close: () => db.close() };
}

async function openPostgres(): Promise<Database> {
  const stack = await startLocalStack({
    migrations: MIGRATIONS,
    durable: true,
    ...(values.folder === undefined ? {} : { folder: values.folder }),
  });
  const client = await stack.connect();
  const { rows } = await client.query('select tracked from directory.totals');
  if (rows[0]?.tracked !== count) for (const sql of generateDirectory(count)) await client.query(sql);
  for (const sql of LEARN_TERMS) await client.query(sql);
  return {
    call: (sql, params) => client.query(sql, params),
    close: async () => {
      await client.end();
      await stack.close();
    },
  };
}
