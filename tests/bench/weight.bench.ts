import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '../../functions/http/app.ts';
import { startServer } from '../../functions/http/server.ts';
import { openTextThreads } from '../../functions/texts/text-threads.ts';
import { compareTexts } from '../../src/operations/text-work.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openBuiltFiles } from '../../src/site/build/built-files.ts';
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

/** Sixty requests at once of two texts of 1 MB, while another client looks whether the service is alive. */
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
  );
  const server = await startServer({ app: createApp(context), host: '127.0.0.1', port: 0, log: silentLog });
  const base = `http://127.0.0.1:${server.port}`;
  const healthMs: number[] = [];
  const stop = new AbortController();
  const watching = (async () => {
    while (!stop.signal.aborted) {
      const start = performance.now();
      await (await fetch(`${base}/healthz`)).text();
      healthMs.push(performance.now() - start);
      await wait(2);
    }
  })();
  const paths = ['diff?from=1&to=2&', 'versions/1?', 'read?'];
  const answerMs = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, i) => {
      const kind = paths[i % paths.length] ?? '';
      const path = kind === 'read?' ? `/v1/read/site${i}.com` : `/v1/domain/site${i}.com/${kind.slice(0, -1)}`;
      const start = performance.now();
      await (await fetch(base + path)).text();
      return performance.now() - start;
    }),
  );
  stop.abort();
  await watching;
  await server.stop();
  await texts.close();
  const unit = 'ms';
  const slowest = Math.max(...answerMs);
  report({ bench: BENCH, figure: 'slowest of 60 reads at once', value: slowest, unit, bar: { atMost: 2_000 } });
  report({
    bench: BENCH,
    figure: 'p99 of /healthz meanwhile',
    value: quantile(healthMs, 0.99),
    unit,
    bar: { atMost: 50 },
  });
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
