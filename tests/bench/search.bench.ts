import { parseArgs } from 'node:util';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import type { IndexWordStore } from '../../src/site/build/search-index.ts';
import { type Row, toRow } from '../../src/site/content/row.ts';
import { type ServedSearch, serveSearch } from '../e2e/serve-search.ts';
import { mulberry32 } from '../mulberry32.ts';
import { listIndexWords } from '../site/build/index-words.ts';
import { median, report } from './figure.ts';
import { generateDetails } from './generate-details.ts';
import { wordNumber } from './generate-directory.ts';

/**
 * Measures the search of a directory in a real browser over loopback: `npm run bench -- search [--count=10000] [--rounds=5]`.
 * Each round opens the page with an empty cache, enters words and waits for the results.
 */
const { values } = parseArgs({ options: { count: { type: 'string' }, rounds: { type: 'string' } } });
const count = Number(values.count ?? 2_000);
const rounds = Number(values.rounds ?? 5);

const BENCH = 'search';
const MAX_FIRST_MS = 300;
const MAX_BYTES = 300_000;
const BARS_AT = 10_000;
const VOCABULARY = 20_000;
const bar = (atMost: number) => (count >= BARS_AT ? { bar: { atMost } } : {});
/** Time from focus to the last key of a word for a fast typist, in ms. */
const TYPED_MS = 1_000;

interface Search {
  readonly firstMs: number;
  readonly countedMs: number;
  readonly bytes: number;
}

const served = await serveSearch();
const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const rows = [...generateDetails(count)].map(({ facts }) => toRow(facts));
  await served.write(rows, withTexts(rows));
  // Use these lengths, because words of three letters repeat and longer words do not.
  const words = rows.flatMap((row) => row.title?.split(' ') ?? []);
  for (const [what, query] of [
    ['a word of some sites', words.find(({ length }) => length === 3) ?? ''],
    ['a word of one site', words.find(({ length }) => length === 8) ?? ''],
    ['a word of every site', 'example'],
    ['two words of files', `${wordNumber(40)} ${wordNumber(900)}`],
  ] as const) {
    for (const waitMs of [0, TYPED_MS]) {
      const runs: Search[] = [];
      for (let round = 0; round < rounds; round++) runs.push(await search(browser, served, query, waitMs));
      const when = waitMs === 0 ? 'with the focus' : 'a second later';
      const of = (name: string, key: keyof Search, unit: string, atMost?: number) =>
        report({
          bench: BENCH,
          figure: `${name}, ${what} put in ${when}, ${count} domains`,
          value: median(runs.map((run) => run[key])),
          unit,
          ...(atMost === undefined ? {} : bar(atMost)),
        });
      of('first result', 'firstMs', 'ms', waitMs > 0 ? MAX_FIRST_MS : undefined);
      of('all results', 'countedMs', 'ms');
      of('loaded', 'bytes', 'bytes', MAX_BYTES);
    }
  }
} finally {
  await browser.close();
  await served.close();
}

/** Gives sites files of 150 words, the median of real files. */
function withTexts(rows: readonly Row[]): IndexWordStore {
  const random = mulberry32(42);
  // Words are log-uniform, like in real text.
  const words = () => Array.from({ length: 75 }, () => wordNumber(Math.floor(VOCABULARY ** random()))).join(' ');
  return listIndexWords(rows, ({ title }) => ({ text: `# ${title}\n\n${words()}\n\n## ${words()}\n` }));
}

/** Measures one search with an empty cache. The time starts when the box contains the word. */
async function search(browser: Browser, { url, sent }: ServedSearch, query: string, waitMs: number): Promise<Search> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const before = sent();
  const times = await page.evaluate(
    async ({ typed, pauseMs }) => {
      const results = document.querySelector('main');
      const input = document.querySelector<HTMLInputElement>('main input[name="q"]');
      if (!results || !input) throw new Error('the page has no search');
      input.focus();
      if (pauseMs > 0) await new Promise((typing) => setTimeout(typing, pauseMs));
      const started = performance.now();
      let firstMs = Number.NaN;
      const counted = new Promise<number>((resolve) => {
        new MutationObserver(() => {
          if (Number.isNaN(firstMs) && results.querySelector('a.site-name')) firstMs = performance.now() - started;
          if (/^[\d,]+ site/.test(results.querySelector('#count')?.textContent ?? '')) {
            resolve(performance.now() - started);
          }
        }).observe(results, { childList: true, subtree: true, characterData: true });
      });
      input.value = typed;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      return { countedMs: await counted, firstMs };
    },
    { typed: query, pauseMs: waitMs },
  );
  const bytes = sent() - before;
  await context.close();
  return { ...times, bytes };
}
