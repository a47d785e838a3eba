import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../functions/http/app.ts';
import { startServer } from '../../functions/http/server.ts';
import { openTextThreads, type TextThreads } from '../../functions/texts/text-threads.ts';
import { observeForCheck } from '../../src/crawl/observe-for-check.ts';
import type { VisitTools } from '../../src/crawl/visit/visit-tools.ts';
import { compareTexts } from '../../src/operations/text-work.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openBuiltFiles } from '../../src/site/build/built-files.ts';
import { fakeNet } from '../crawl/fake-net.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { factsOf } from '../functions/http/fake-store.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { quantile, report } from './figure.ts';

/** What the largest files of strangers cost: to compare, to others while they are read, and in memory while they are sent. */
const BENCH = 'weight';
const MB = 1_000_000;
const REQUESTS = 60;
const CLIENTS = 8;
const FILE_BYTES = 200 * MB;

const sectionsOf = (size: number) =>
  Array.from({ length: size / 50 }, (_, i) => `## S${i}\n- [l${i}](https://a.example/${i}): note\n`).join('');
const listOf = (size: number) =>
  `## All\n${Array.from({ length: size / 40 }, (_, i) => `- [l${i}](https://a.example/${i}): note\n`).join('')}`;

const PATHS: readonly ((domain: string) => string)[] = [
  (domain) => `/v1/domain/${domain}/diff?from=1&to=2`,
  (domain) => `/v1/domain/${domain}/versions/1`,
  (domain) => `/v1/read/${domain}`,
  (domain) => `/v1/check/${domain}`,
];

/** Prints the milliseconds of each answer until its input ends. */
const WATCH = `
  let isOver = false;
  process.stdin.on('end', () => { isOver = true; }).resume();
  await (await fetch(process.argv[1])).text();
  while (!isOver) {
    const start = performance.now();
    await (await fetch(process.argv[1])).text();
    console.log(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
`;

reportGrowth();
await reportOthers();
await reportMemory();

function reportGrowth(): void {
  const timeOf = (size: number) => {
    const texts = { before: sectionsOf(size), after: listOf(size) };
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      compareTexts(texts);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  timeOf(MB / 10);
  const peerValue = timeOf(MB / 10);
  const value = timeOf(MB);
  report({ bench: BENCH, figure: 'compare 1 MB', value, unit: 'ms', peer: '0.1 MB', peerValue, bar: { atMost: 20 } });
}

/** Sixty requests at once: reads and comparisons of texts of 1 MB, and checks of such files. A client in another process looks whether the service is alive. */
async function reportOthers(): Promise<void> {
  const versions = new Map([
    [1, sectionsOf(MB)],
    [2, listOf(MB)],
  ]);
  const body = versions.get(1) ?? '';
  const texts = openTextThreads();
  const { context } = serveFake(
    {
      lookup: async (domain) => factsOf(domain, { tier: 'listed' }),
      getText: async () => ({ hash: 'h', body }),
      readVersions: async () => versions,
    },
    // Every request of another client, as far as the quota can tell.
    { now: Date.now, texts, limiter: { take: () => ({ allowed: true, states: [] }) } },
    { observe: (domain) => observeForCheck(domain, visitTools(domain, body, texts), () => {}) },
  );
  const server = await startServer({ app: createApp(context), host: '127.0.0.1', port: 0, log: silentLog });
  const base = `http://127.0.0.1:${server.port}`;
  const endWatch = await watchHealth(`${base}/healthz`);
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, i) => {
      const path = PATHS[i % PATHS.length]?.(`site${i}.com`) ?? '';
      const start = performance.now();
      const headers = { 'x-forwarded-for': `198.51.${i}.1` };
      const response = await fetch(base + path, { headers });
      await response.text();
      return { isCheck: path.startsWith('/v1/check'), status: response.status, ms: performance.now() - start };
    }),
  );
  const healthMs = await endWatch();
  await server.stop();
  await texts.close();
  const unit = 'ms';
  const [reads, checks] = [answers.filter((one) => !one.isCheck), answers.filter((one) => one.isCheck)];
  const slowestOf = (some: typeof answers) => Math.max(...some.map(({ ms }) => ms));
  const doneOf = (some: typeof answers) => some.filter(({ status }) => status === 200).length;
  report({ bench: BENCH, figure: 'slowest read of 45 at once', value: slowestOf(reads), unit, bar: { atMost: 2_000 } });
  report({ bench: BENCH, figure: 'reads of 45 that were done, not refused', value: doneOf(reads), unit: '' });
  report({
    bench: BENCH,
    figure: 'slowest check of 15 at once',
    value: slowestOf(checks),
    unit,
    bar: { atMost: 60_000 },
  });
  report({ bench: BENCH, figure: 'checks of 15 that were done, not refused', value: doneOf(checks), unit: '' });
  report({
    bench: BENCH,
    figure: 'p99 of /healthz meanwhile',
    value: quantile(healthMs, 0.99),
    unit,
    bar: { atMost: 50 },
  });
}

function visitTools(domain: string, body: string, texts: TextThreads): VisitTools {
  const rest = {
    [`https://${domain}/`]: 404,
    [`https://${domain}/llms-full.txt`]: 404,
    [`https://www.${domain}/llms.txt`]: 404,
  };
  const net = fakeNet({ [`https://${domain}/llms.txt`]: body, ...rest });
  return testVisitTools(net, { texts: texts.ofVisits, isHostAllowed: (host) => host !== 'a.example' });
}

/** Asks again and again, in a process of its own. Resolves after the first answer, with what ends it and returns the time of each. */
async function watchHealth(url: string): Promise<() => Promise<number[]>> {
  const watch = spawn(process.execPath, ['--input-type=module', '--eval', WATCH, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  const first = once(watch.stdout, 'data');
  watch.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  await first;
  return async () => {
    watch.stdin.end();
    await once(watch, 'close');
    return printed.trim().split('\n').map(Number);
  };
}

async function reportMemory(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'weight-bench-'));
  await writeFile(join(dir, 'large.json.gz'), Buffer.alloc(FILE_BYTES));
  const { context } = serveFake({}, { now: Date.now, files: openBuiltFiles(dir) });
  const server = await startServer({ app: createApp(context), host: '127.0.0.1', port: 0, log: silentLog });
  const url = `http://127.0.0.1:${server.port}/large.json.gz`;
  await fetch(url, { method: 'HEAD' });
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const { body } = await fetch(url);
      for await (const _ of body ?? []);
    }),
  );
  clearInterval(timer);
  await server.stop();
  await rm(dir, { recursive: true });
  report({
    bench: BENCH,
    figure: `growth while ${CLIENTS} clients read 200 MB each`,
    value: (most - before) / 2 ** 20,
    unit: 'MiB',
    bar: { atMost: 50 },
  });
}
