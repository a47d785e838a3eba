import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createApp } from '../../functions/http/app.ts';
import { startServer } from '../../functions/http/server.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { median, report } from './figure.ts';
import { generateDirectory } from './generate-directory.ts';

/**
 * Measures the cost of following `--count` domains over HTTP: `npm run bench -- changes --count=100000`. The figures are an
 * answer without changes, the time until a change appears, and the bytes if 1 % of the domains change.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '100000' } } });
const count = Number(values.count);
const IDLE_POLLS = 400;
const COMMITS = 20;
const POLL_MS = 10;
/** Longest time for which the server caches an answer of the log. */
const KEPT_MS = 300;
const pageSchema = z.object({
  changes: z.array(z.object({ domain: z.string() })),
  cursor: z.string(),
  more: z.boolean(),
});

const opened = await openEmbeddedTestStore();
const limiter = { take: () => ({ allowed: true, states: [] }) };
const app = createApp(serveFake(opened.store, { now: Date.now, limiter }).context);
const server = await startServer({ app, host: '127.0.0.1', port: 0, log: silentLog });
try {
  for (const sql of generateDirectory(count)) await opened.query(sql);
  await opened.query('select directory.stamp_changes(array(select domain from directory.domains))');
  const whole = await follow(null);
  await measureIdle(whole.cursor);
  await measureDelay(whole.cursor);
  const { cursor } = await follow(whole.cursor);
  await opened.query(
    `select api.set_facts((select jsonb_agg(jsonb_build_object('domain', domain, 'rank', 7, 'registered_at', null))
      from (select domain from directory.domains order by md5(domain) limit ${count / 100}) d))`,
  );
  await wait(KEPT_MS);
  const part = await follow(cursor);
  report({
    bench: 'changes',
    figure: `bytes of 1 % of ${count} domains, as a share of all`,
    value: (100 * part.bytes) / whole.bytes,
    unit: '%',
    bar: { atMost: 2 },
  });
} finally {
  await server.stop();
  await opened.close();
}

/** Reads the log to its end. `bytes` counts the compressed bytes. */
async function follow(since: string | null) {
  let cursor = since;
  for (let bytes = 0; ; ) {
    const answer = await ask(cursor);
    if (answer.status === 304) return { cursor: cursor ?? '', bytes };
    const page = pageSchema.parse(await answer.json());
    bytes += Number(answer.headers.get('content-length') ?? Number.NaN);
    cursor = page.cursor;
    if (!page.more) return { cursor, bytes };
  }
}

function ask(cursor: string | null): Promise<Response> {
  const since = cursor === null ? '' : `&since=${cursor}`;
  return fetch(`http://127.0.0.1:${server.port}/v1/changes?limit=1000${since}`, {
    headers: { 'accept-encoding': 'gzip', ...(cursor !== null && { 'if-none-match': `"${cursor}"` }) },
  });
}

/** Measures server time without the network. */
async function measureIdle(cursor: string) {
  const times: number[] = [];
  for (let at = 0; at < IDLE_POLLS; at += 1) {
    const request = new Request(`http://127.0.0.1/v1/changes?limit=1000&since=${cursor}`, {
      headers: { 'if-none-match': `"${cursor}"` },
    });
    const startedAt = performance.now();
    const { status } = await app.fetch(request, { remoteAddress: '127.0.0.1' });
    times.push(performance.now() - startedAt);
    if (status !== 304) throw new Error(`an idle poll answers ${status}`);
  }
  report({ bench: 'changes', figure: 'an idle poll', value: median(times), unit: 'ms', bar: { atMost: 1 } });
}

/** Measures the time from a commit to its first answer, for a follower that polls constantly. */
async function measureDelay(from: string) {
  let cursor = from;
  const times: number[] = [];
  for (let at = 0; at < COMMITS; at += 1) {
    await opened.store.track([`later-${at}.com`]);
    const startedAt = performance.now();
    for (let isSeen = false; !isSeen; await wait(POLL_MS)) {
      const answer = await ask(cursor);
      if (answer.status === 304) continue;
      const page = pageSchema.parse(await answer.json());
      isSeen = page.changes.some(({ domain }) => domain === `later-${at}.com`);
      cursor = page.cursor;
    }
    times.push(performance.now() - startedAt);
  }
  const slowest = Math.max(...times);
  report({
    bench: 'changes',
    figure: 'from commit to feed, slowest',
    value: slowest,
    unit: 'ms',
    bar: { atMost: 1_000 },
  });
}
