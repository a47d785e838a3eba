import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createApp } from '../../functions/http/app.ts';
import { startServer } from '../../functions/http/server.ts';
import { openTextThreads, type TextThreads } from '../../functions/texts/text-threads.ts';
import { observeForCheck } from '../../src/crawl/observe-for-check.ts';
import type { VisitTools } from '../../src/crawl/visit/visit-tools.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openBuiltFiles } from '../../src/site/build/built-files.ts';
import { fakeNet } from '../crawl/fake-net.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { toFacts } from '../functions/http/fake-store.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { aVersionText } from '../store/a-version-text.ts';
import { quantile, report } from './figure.ts';
import { measureGrowth } from './memory-growth.ts';

/** Measures the largest foreign files: the delay of other requests, and memory during a download. */
const BENCH = 'weight';
const MB = 1_000_000;
const REQUESTS = 60;
const CLIENTS = 8;
const FILE_BYTES = 200 * MB;

/** Creates valid files with the most links for this size, in sections of one link and in one section. */
const listSections = (size: number) =>
  `# T\n\n${Array.from({ length: size / 50 }, (_, i) => `## S${i}\n- [l${i}](https://a.example/${i}): note\n`).join('')}`;
const formatList = (size: number) =>
  `# T\n\n## All\n${Array.from({ length: size / 40 }, (_, i) => `- [l${i}](https://a.example/${i}): note\n`).join('')}`;

const answerSchema = z.object({ url: z.string(), status: z.int(), retryAfter: z.string().nullable(), ms: z.number() });
type Answered = z.infer<typeof answerSchema>;

const PATHS: readonly ((domain: string) => string)[] = [
  (domain) => `/v1/domain/${domain}/diff?from=1&to=2`,
  (domain) => `/v1/domain/${domain}/versions/1`,
  (domain) => `/v1/read/${domain}`,
  (domain) => `/v1/check/${domain}`,
];

/** Program that prints the time of each answer of a URL, in ms, until its input ends. */
const WATCH = `
  let isOver = false;
  process.stdin.on('end', () => { isOver = true; }).resume();
  const [url] = process.argv.slice(1);
  await (await fetch(url)).text();
  console.log('ready');
  while (!isOver) {
    const start = performance.now();
    await (await fetch(url)).text();
    console.log(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
`;
/** Program that requests all URLs together, each from another network, and prints each result. */
const FLOOD = `
  await Promise.all(process.argv.slice(1).map(async (url, i) => {
    const start = performance.now();
    const response = await fetch(url, { headers: { 'x-forwarded-for': '198.51.' + i + '.1' } });
    await response.text();
    const { status, headers } = response;
    console.log(JSON.stringify({ url, status, retryAfter: headers.get('retry-after'), ms: performance.now() - start }));
  }));
`;
/** Program that reads all URLs together and drops the data. */
const READ = `
  await Promise.all(process.argv.slice(1).map(async (url) => {
    for await (const _ of (await fetch(url)).body) {}
  }));
`;
/** Measurement time of the idle server, in ms. */
const IDLE_MS = 3_000;

await reportOthers();
await reportMemory();

/**
 * Sends sixty requests together: reads and comparisons of 1 MB texts, and checks of such files. Another client polls the health
 * route, first without other load. All clients run in separate processes, so that their work does not count.
 */
async function reportOthers(): Promise<void> {
  const body = listSections(MB);
  const versions = new Map([
    [1, aVersionText(1, body)],
    [2, aVersionText(2, formatList(MB))],
  ]);
  const bytes = Buffer.from(body);
  const texts = openTextThreads();
  texts.start();
  const { context } = serveFake(
    {
      lookup: async (domain) => toFacts(domain, { tier: 'listed' }),
      getText: async () => ({ hash: 'h', body }),
      readVersions: async () => versions,
    },
    // Use another client address for each request, so that no quota applies.
    { now: Date.now, texts, limiter: { take: () => ({ allowed: true, states: [] }) } },
    { observe: (domain) => observeForCheck(domain, visitTools(domain, bytes, texts), () => {}) },
  );
  const server = await startServer({ app: createApp(context), host: '127.0.0.1', port: 0, log: silentLog });
  const base = `http://127.0.0.1:${server.port}`;
  const endIdle = await watchHealth(`${base}/healthz`);
  await wait(IDLE_MS);
  const idleMs = await endIdle();
  const endWatch = await watchHealth(`${base}/healthz`);
  const urls = Array.from({ length: REQUESTS }, (_, i) => base + (PATHS[i % PATHS.length]?.(`site${i}.com`) ?? ''));
  const answers = (await runClient(FLOOD, urls)).map((line) => answerSchema.parse(JSON.parse(line)));
  const healthMs = await endWatch();
  await server.stop();
  await texts.close();
  const unit = 'ms';
  const isCheck = ({ url }: Answered) => url.includes('/check/');
  const isRefused = ({ status, retryAfter }: Answered) => status === 503 && Number(retryAfter) > 0;
  const [reads, checks] = [answers.filter((one) => !isCheck(one)), answers.filter(isCheck)];
  const findSlowest = (some: readonly Answered[]) => Math.max(...some.map(({ ms }) => ms));
  const countDone = (some: readonly Answered[]) => some.filter(({ status }) => status === 200).length;
  const otherwise = answers.filter((one) => one.status !== 200 && !isRefused(one)).length;
  report({
    bench: BENCH,
    figure: 'slowest read of 45 at once',
    value: findSlowest(reads),
    unit,
    bar: { atMost: 2_000 },
  });
  report({ bench: BENCH, figure: 'reads of 45 that were done, not refused', value: countDone(reads), unit: '' });
  report({
    bench: BENCH,
    figure: 'slowest check of 15 at once',
    value: findSlowest(checks),
    unit,
    bar: { atMost: 2_000 },
  });
  report({ bench: BENCH, figure: 'checks of 15 that were done, not refused', value: countDone(checks), unit: '' });
  report({
    bench: BENCH,
    figure: 'requests of 60 neither done nor refused with Retry-After',
    value: otherwise,
    unit: '',
    bar: { atMost: 0 },
  });
  report({ bench: BENCH, figure: 'p99 of /healthz of the idle server', value: quantile(idleMs, 0.99), unit });
  report({
    bench: BENCH,
    figure: 'p99 of /healthz meanwhile',
    value: quantile(healthMs, 0.99),
    unit,
    bar: { atMost: 50 },
  });
}

function visitTools(domain: string, body: Uint8Array, texts: TextThreads): VisitTools {
  const rest = {
    [`https://${domain}/robots.txt`]: 404,
    [`https://${domain}/`]: 404,
    [`https://${domain}/llms-full.txt`]: 404,
    [`https://www.${domain}/llms.txt`]: 404,
  };
  const net = fakeNet({ [`https://${domain}/llms.txt`]: { body }, ...rest });
  return testVisitTools(net, { texts: texts.ofVisits, isHostAllowed: (host) => host !== 'a.example' });
}

/** Polls a URL. Resolves after the first answer with a function that stops the poll and returns the other times. */
async function watchHealth(url: string): Promise<() => Promise<number[]>> {
  const watch = startClient(WATCH, [url]);
  const isReady = once(watch.stdout, 'data');
  const printed = text(watch.stdout);
  await isReady;
  return async () => {
    watch.stdin.end();
    const [, ...times] = (await printed).trim().split('\n');
    return times.map(Number);
  };
}

/** Returns the printed lines of a client. */
async function runClient(program: string, urls: readonly string[]): Promise<string[]> {
  return (await text(startClient(program, urls).stdout)).trim().split('\n');
}

function startClient(program: string, urls: readonly string[]) {
  return spawn(process.execPath, ['--input-type=module', '--eval', program, ...urls], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function reportMemory(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'weight-bench-'));
  await writeFile(join(dir, 'large.json.gz'), Buffer.alloc(FILE_BYTES));
  const { context } = serveFake({}, { now: Date.now, files: openBuiltFiles(dir) });
  const server = await startServer({ app: createApp(context), host: '127.0.0.1', port: 0, log: silentLog });
  const url = `http://127.0.0.1:${server.port}/large.json.gz`;
  await fetch(url, { method: 'HEAD' });
  const value = await measureGrowth(() => runClient(READ, Array<string>(CLIENTS).fill(url)));
  await server.stop();
  await rm(dir, { recursive: true });
  report({
    bench: BENCH,
    figure: `growth while ${CLIENTS} clients read 200 MB each`,
    value,
    unit: 'MiB',
    bar: { atMost: 50 },
  });
}
