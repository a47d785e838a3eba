import { parseArgs } from 'node:util';
import { parsePageAddress } from '../../src/directory/page-address.ts';
import { splitWords } from '../../src/search/words.ts';
import { createLinkTexts } from '../../src/store/link-texts.ts';
import { createLinkStore } from '../../src/store/links.ts';
import { createPageStore } from '../../src/store/pages.ts';
import { createSiteFinder } from '../../src/store/search.ts';
import { createSearchWordStore, createWordLists } from '../../src/store/search-words.ts';
import { mulberry32 } from '../mulberry32.ts';
import { readJudgedQueries } from '../relevance/search/judged-queries.ts';
import { openBenchDatabase, toCall } from './bench-database.ts';
import { inRounds, measureTimes, quantile, report } from './figure.ts';
import { createTexts, fillTexts } from './fill-texts.ts';
import { generateDirectory } from './generate-directory.ts';

/**
 * Measures link searches at scale, from words to pages and from pages to files. `npm run bench -- links [--count=10000]` uses
 * PGlite. `npm run bench -- links --postgres [--count=100000] [--folder=F]` uses PostgreSQL. The store benchmark can share the
 * folder.
 */
const BENCH = 'links';
const CALLS = 100;
const ROUNDS = 3;
const MAX_MS = 100;
const MAX_READ_BYTES = 400_000;
const MAX_RESOLUTION_MS = 10;
const MAX_BATCH_MS = 60;
const { values } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, count: { type: 'string' }, folder: { type: 'string' } },
});
const count = Number(values.count ?? (values.postgres ? 100_000 : 10_000));
const random = mulberry32(7);
const anyOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
const textAt = createTexts();

const { query, call, engine, cpuMs, close } = await openBenchDatabase({
  postgres: values.postgres,
  folder: values.folder,
  fill: async (run) => {
    for (const sql of generateDirectory(count, { documents: false })) await run(sql);
    await fillTexts(run, textAt, count);
  },
});
try {
  await measureSearches();
  await measureResolution();
} finally {
  await close();
}

async function measureSearches(): Promise<void> {
  let bytes = 0;
  const counted = toCall(async (sql, params) => {
    const answer = await query(sql, params);
    if (sql.includes('read_link_texts')) bytes += Buffer.byteLength(JSON.stringify(answer.rows));
    return answer;
  });
  const wordLists = createWordLists(call, () => 0);
  await createSearchWordStore(call, () => ({}), wordLists).countWords();
  const { searchLinks } = createLinkStore(createSiteFinder(counted, wordLists), createLinkTexts(counted));
  const { rows } = await query(
    `select domain from directory.domains where visibility = 'listed' order by md5(domain) limit 1000`,
  );
  const domains = rows.map(({ domain }) => String(domain));
  const texts = Array.from({ length: 200 }, (_, n) => splitWords(textAt(n)));
  const words = (n: number) => {
    const text = anyOf(texts) ?? [];
    return Array.from({ length: n }, () => anyOf(text)).join(' ');
  };
  const titles = Array.from({ length: 200 }, (_, n) =>
    [...textAt(n).matchAll(/^- \[([^\]]+)\]/gm)].map((match) => match[1] ?? ''),
  );
  const judged = readJudgedQueries();
  const cases: [what: string, q: () => string, domain?: () => string][] = [
    ['any word', () => words(1)],
    ['any two words', () => words(2)],
    ['any three words', () => words(3)],
    ['a question of six words', () => words(6)],
    ['the title of a link', () => anyOf(titles.flat()) ?? ''],
    ['a judged query', () => anyOf(judged)?.query ?? ''],
    ['any two words of one site', () => words(2), () => anyOf(domains) ?? ''],
  ];
  for (const [what, q, domain] of cases) {
    const read: number[] = [];
    const search = async () => {
      bytes = 0;
      await searchLinks({ q: q(), domain: domain?.() ?? null, page: 1, perPage: 20 });
      read.push(bytes);
    };
    await measureTimes(CALLS, search);
    const before = cpuMs();
    const percentile = await inRounds(ROUNDS, CALLS, search);
    const cpu = (cpuMs() - before) / (ROUNDS * CALLS);
    const of = `${what}: p95 on ${engine} with ${count} sites`;
    report({ bench: BENCH, figure: of.replace('p95', 'p50'), value: percentile(0.5), unit: 'ms' });
    report({ bench: BENCH, figure: of, value: percentile(0.95), unit: 'ms', bar: { atMost: MAX_MS } });
    report({ bench: BENCH, figure: of.replace('p95', 'mean CPU'), value: cpu, unit: 'ms' });
    report({
      bench: BENCH,
      figure: `${of}, read`,
      value: quantile(read, 0.95),
      unit: 'bytes',
      bar: { atMost: MAX_READ_BYTES },
    });
  }
}

/** Measures the time from a page URL to its line in a file, single and in a batch. */
async function measureResolution(): Promise<void> {
  const { rows } = await query(`
    select domain from directory.domains where visibility = 'listed' and status = 'valid' order by md5(domain) limit 2000`);
  const sites = await createLinkTexts(call).read(rows.map(({ domain }) => String(domain)));
  const pages = sites.flatMap(({ domain, links }) => {
    const page = parsePageAddress(anyOf(links)?.url ?? '');
    return page === null ? [] : [{ page, domains: [domain] }];
  });
  const { findPages } = createPageStore(call, createLinkTexts(call));
  for (const [what, size, calls, atMost] of [
    ['a page', 1, CALLS, MAX_RESOLUTION_MS],
    ['a batch of 100 pages', 100, CALLS / 4, MAX_BATCH_MS],
  ] as const) {
    const resolve = async () => {
      const found = await findPages(Array.from({ length: size }, () => anyOf(pages) ?? []).flat());
      if (found.some(([site]) => !site?.links.length))
        throw new Error('a page was not found in the file that lists it');
    };
    await measureTimes(calls, resolve);
    const percentile = await inRounds(ROUNDS, calls, resolve);
    report({
      bench: BENCH,
      figure: `${what} resolved: p95 on ${engine} with ${count} sites`,
      value: percentile(0.95),
      unit: 'ms',
      bar: { atMost },
    });
  }
}
