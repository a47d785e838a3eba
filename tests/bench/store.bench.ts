import { parseArgs } from 'node:util';
import { type ListFilter, NO_FILTER } from '../../src/directory/list-filter.ts';
import type { SearchScope } from '../../src/search/query.ts';
import { splitWords } from '../../src/search/words.ts';
import { createSearchStore, createSiteFinder, type SearchQuery } from '../../src/store/search.ts';
import { createSearchWordStore, createWordLists } from '../../src/store/search-words.ts';
import { mulberry32 } from '../mulberry32.ts';
import { readJudgedQueries } from '../relevance/search/judged-queries.ts';
import { openBenchDatabase } from './bench-database.ts';
import { inRounds, measureTimes, quantile, report } from './figure.ts';
import { createTexts, fillTexts } from './fill-texts.ts';
import { generateDirectory, wordNumber } from './generate-directory.ts';

/**
 * Measures public reads at scale, without a Data API. `npm run bench -- store` uses PGlite with 10,000 domains. `npm run bench
 * -- store --postgres [--count=N] [--folder=F]` uses PostgreSQL with 100,000. The fill takes some minutes, and the folder stays
 * for the next run. `--records` omits files, for lists of a million.
 */
interface Case {
  readonly what: string;
  run(): Promise<unknown>;
  readonly p95Ms?: number;
}

const BENCH = 'store';
const CALLS = 100;
const ROUNDS = 3;
/** Longest time of lists at any page, stats and map. */
const LIST_MS = 20;
const SEARCH_MS = 60;
/** Longest time of the slowest search. */
const WORST_MS = 250;
const PAGE = 50;
/** Number of frequent words, equal to the number of judged queries, by order and scope. */
const FREQUENT = 60;

const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    count: { type: 'string' },
    folder: { type: 'string' },
    records: { type: 'boolean', default: false },
  },
});
const count = Number(values.count ?? (values.postgres ? 100_000 : 10_000));
const random = mulberry32(5);
const below = (n: number) => Math.floor(random() * n);
const page = (pages: number) => 1 + below(pages);
const textAt = createTexts();

const database = await openBenchDatabase({
  postgres: values.postgres,
  folder: values.folder,
  fill: async (query) => {
    for (const sql of generateDirectory(count, { documents: values.records })) await query(sql);
    if (!values.records) await fillTexts(query, textAt, count);
  },
});
const { query, call, engine } = database;
const wordLists = createWordLists(call, () => 0);
const words = createSearchWordStore(call, () => ({}), wordLists);
await words.countWords();
const { search } = createSearchStore(call, createSiteFinder(call, wordLists));

/** Returns words of a file with real frequencies. */
function wordsOfFiles(n: number): string {
  const all = splitWords(textAt(below(1_000)));
  return Array.from({ length: n }, () => all[below(all.length)]).join(' ');
}

const place = { includeUnlisted: false, verified: false, page: 1, perPage: PAGE } as const;
const FILTERS: readonly ListFilter[] = [
  { ...NO_FILTER, language: 'en' },
  { ...NO_FILTER, country: 'AA' },
  { ...NO_FILTER, language: 'de', size: 'large' },
];
const SORTS = ['authority', 'relevance'] as const;
const SCOPES: readonly SearchScope[] = ['record', 'all'];

const searches = SORTS.flatMap((sort) =>
  SCOPES.flatMap((scope) =>
    [false, true].flatMap((isFiltered) =>
      [1, 2, 3].map((n): Case => {
        const filter = () => (isFiltered ? (FILTERS[below(FILTERS.length)] ?? NO_FILTER) : NO_FILTER);
        const where = scope === 'all' ? 'records and files' : 'records';
        const what = `search of ${where} by ${sort}, ${n === 1 ? 'one word' : `${n} words`}${isFiltered ? ', filtered' : ''}`;
        return {
          what,
          run: () => search({ ...place, sort, scope, q: wordsOfFiles(n), filter: filter() }),
          p95Ms: SEARCH_MS,
        };
      }),
    ),
  ),
);
const searchCase = (what: string, asked: () => Partial<SearchQuery>): Case => ({
  what: `search of records and files ${what}`,
  run: () => search({ ...place, sort: 'relevance', scope: 'all', q: wordsOfFiles(1), ...asked() }),
  p95Ms: SEARCH_MS,
});
const list = (what: string, pages: number, perPage: number, includeUnlisted: boolean, verified: boolean): Case => ({
  what: `list${what}, any page of ${perPage}`,
  run: () => query('select api.list_domains($1, $2, $3, $4)', [page(pages), perPage, includeUnlisted, verified]),
  p95Ms: LIST_MS,
});
const CASES: readonly Case[] = [
  { what: 'lookup', run: () => query('select api.lookup_domain($1)', [`x${below(count)}.com`]) },
  list('', (count * 0.85) / PAGE, PAGE, false, false),
  list(' with unlisted', count / 100, 100, true, false),
  list(' of verified', (count * 0.04) / PAGE, PAGE, false, true),
  ...searches,
  searchCase('by authority, any page that can be reached', () => ({ sort: 'authority', page: page(200) })),
  searchCase('by relevance, any page that can be reached', () => ({ page: page(200) })),
  searchCase('among verified sites', () => ({ verified: true })),
  searchCase('with unlisted sites', () => ({ includeUnlisted: true })),
  searchCase('for one word without another', () => ({ q: `${wordsOfFiles(1)} -${wordsOfFiles(1)}` })),
  searchCase('for one word or another', () => ({ q: `${wordsOfFiles(1)} or ${wordsOfFiles(1)}` })),
  searchCase('for the start of a name', () => ({ q: wordNumber(below(20_000)).slice(0, 1 + below(4)) })),
  { what: 'stats', run: () => query('select api.get_stats()'), p95Ms: LIST_MS },
  { what: 'map', run: () => query('select api.count_countries()'), p95Ms: LIST_MS },
];

for (const { run } of CASES) await measureTimes(CALLS, run);
for (const { what, run, p95Ms } of CASES) {
  const percentile = await inRounds(ROUNDS, CALLS, run);
  const of = `${what}: p95 on ${engine} with ${count} domains`;
  report({ bench: BENCH, figure: of.replace('p95', 'p50'), value: percentile(0.5), unit: 'ms' });
  const bar = p95Ms !== undefined && { bar: { atMost: p95Ms } };
  report({ bench: BENCH, figure: of, value: percentile(0.95), unit: 'ms', ...bar });
}
await reportWorst();
await database.close();

/** Runs judged queries, and frequent words alone and in pairs, by each order and scope. */
async function reportWorst(): Promise<void> {
  const frequent = (await wordLists.read()).words.slice(0, FREQUENT).map(({ word }) => word);
  const pairs = frequent.map((word, at) => `${word} ${frequent[(at + 1) % FREQUENT]}`);
  const asked = [...readJudgedQueries().map((one) => one.query), ...frequent, ...pairs].flatMap((q) =>
    SORTS.flatMap((sort) => SCOPES.map((scope) => ({ ...place, q, sort, scope }))),
  );
  const times: { readonly ms: number; readonly of: string }[] = [];
  for (const one of asked) {
    const [ms = Number.NaN] = await measureTimes(1, () => search(one));
    times.push({ ms, of: `${one.q} (${one.sort}, ${one.scope})` });
  }
  const [worst] = times.toSorted((a, b) => b.ms - a.ms);
  const figure = `of ${asked.length} judged and frequent searches on ${engine} with ${count} domains`;
  const all = times.map(({ ms }) => ms);
  report({ bench: BENCH, figure: `p95 ${figure}`, value: quantile(all, 0.95), unit: 'ms' });
  report({
    bench: BENCH,
    figure: `the slowest ${figure}: ${worst?.of}`,
    value: worst?.ms ?? Number.NaN,
    unit: 'ms',
    bar: { atMost: WORST_MS },
  });
}
