import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import autocannon from 'autocannon';
import { z } from 'zod';
import { createApp } from '../../functions/http/app.ts';
import { createLimiter } from '../../functions/http/pipeline/limiter.ts';
import { createLookupCounter } from '../../functions/http/pipeline/lookup-counter.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { createStore } from '../../src/store/create-store.ts';
import { readMigrations } from '../../src/store/embedded/migrations.ts';
import { factsOf, fakeStore } from '../functions/http/fake-store.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { startLocalStack } from '../supabase/local-stack.ts';
import { inTurn, median, quantile, report } from './figure.ts';
import { listenForParent, MIGRATIONS, openChildren, openData, serveLookups } from './serve-lookups.ts';

/**
 * Measures lookups of the API against a bare server with equal bytes, and against a bare rpc of the database. The database is
 * embedded, or with `--postgrest` PostgreSQL and PostgREST. `--memory` measures only memory, without a database.
 */
const BENCH = 'api';
const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;
/** Number of domains with repeated requests, which stay in memory. */
const HOT = 100;
/** Number of domains with single requests, which are never in memory. */
const COLD = 30_000;
const MILLION = 1_000_000;
const DOMAINS = 100_000;
/** Number of lookups between two readings of the heap. */
const LOOK = 200_000;
/** Number of lookups after which hash tables have their final size. */
const WARM = 2 * LOOK;
/** Time after which all lookups are stored, because the server stores them every five seconds. */
const STORED_MS = 6_000;

const coldName = (i: number) => `site${i}.com`;
const pathOf = (i: number) => `/v1/domain/${coldName(i)}`;
const answerSchema = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

const [mode, folder = '', secretKey = ''] = process.argv.slice(2);
if (mode === 'ours') await serveLookups(folder, secretKey);
else if (mode === 'bare') serveBare();
else if (mode === 'rpc') await serveRpc(folder);
else if (mode === 'seed') await seed(folder);
else if (mode === '--memory') await measureMemory();
else {
  await measure();
  await measureMemory();
}

async function seed(place: string): Promise<void> {
  const { url, key, send, close } = await openData(place, secretKey);
  const store = createStore({ url, key, fetch: send });
  const names = Array.from({ length: COLD }, (_, i) => coldName(i));
  for (let from = 0; from < COLD; from += 2_000) await store.track(names.slice(from, from + 2_000));
  await close();
}

/** Answers every request with the parent's bytes. */
function serveBare(): void {
  process.once('message', (message) => {
    const { headers, body } = answerSchema.parse(message);
    const server = createServer((_, response) => {
      response.writeHead(200, headers);
      response.end(body);
    });
    listenForParent(server);
  });
}

/** Calls the rpc by bare supabase-js and returns its row unchanged. */
async function serveRpc(place: string): Promise<void> {
  const { url, key, send } = await openData(place, secretKey);
  const client = createClient(url, key, { db: { schema: 'api' }, global: { fetch: send } });
  const server = createServer((request, response) => {
    const domain = request.url?.slice('/v1/domain/'.length);
    Promise.resolve(client.rpc('lookup_domain', { domain })).then(({ data }) => {
      const body = JSON.stringify(data);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    }, console.error);
  });
  listenForParent(server);
}

async function measure(): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'api-bench-'));
  const stack =
    mode === '--postgrest' ? await startLocalStack({ migrations: readMigrations(MIGRATIONS), durable: true }) : null;
  const { start, ready, close } = openChildren(import.meta.filename);
  try {
    const mine = stack ? [stack.url, stack.secretKey] : [join(place, 'ours')];
    const theirs = stack ? mine : [join(place, 'rpc')];
    await once(start('seed', ...mine), 'exit');
    if (!stack) await cp(join(place, 'ours'), join(place, 'rpc'), { recursive: true });
    const ours = await ready(start('ours', ...mine));
    const rpc = await ready(start('rpc', ...theirs));
    // Request without a coding, like the load.
    const sample = await fetch(`${ours}${pathOf(0)}`, { headers: { 'accept-encoding': 'identity' } });
    const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(sample.headers);
    const tag = sample.headers.get('etag') ?? '';
    const bareChild = start('bare');
    bareChild.send({ headers, body: await sample.text() });
    const bare = await ready(bareChild);
    await compare(ours, bare, rpc, tag);
  } finally {
    close();
    await stack?.close();
    await rm(place, { recursive: true, force: true });
  }
}

async function compare(ours: string, bare: string, rpc: string, tag: string): Promise<void> {
  const hot = Array.from({ length: HOT }, (_, i) => ({ path: pathOf(i) }));
  const unchanged = [{ path: pathOf(0), headers: { 'if-none-match': tag } }];
  const tails: number[] = [];
  const bareTails: number[] = [];
  const fire = async (url: string, requests: Parameters<typeof autocannon>[0]['requests']) => {
    const run = autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests });
    const times: number[] = [];
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
    const result = await run;
    if (result.errors > 0) throw new Error(`${result.errors} errors of ${url === ours ? 'ours' : 'the peer'}`);
    if (requests === hot) (url === ours ? tails : bareTails).push(tailOf(times));
    return result.requests.average;
  };
  // Request another domain each time, over all connections.
  let asked = HOT;
  const cold = [
    {
      path: pathOf(0),
      setupRequest: (request: { path: string }) => {
        asked += 1;
        return { ...request, path: pathOf(asked % COLD) };
      },
    },
  ];
  await fire(ours, hot);
  await fire(bare, hot);
  const fast = await inTurn(ROUNDS, {
    lookup: () => fire(ours, hot),
    bare: () => fire(bare, hot),
    unchanged: () => fire(ours, unchanged),
  });
  const slow = await inTurn(ROUNDS, {
    store: () => fire(ours, cold),
    rpc: () => fire(rpc, cold),
  });
  const unit = 'requests/s';
  report({
    bench: BENCH,
    figure: 'lookup of known domains',
    value: fast.lookup,
    unit,
    peer: 'bare node:http, same bytes',
    peerValue: fast.bare,
    bar: { atLeast: 0.5 },
  });
  report({
    bench: BENCH,
    figure: 'lookup that goes to the store',
    value: slow.store,
    unit,
    peer: 'bare supabase-js rpc behind node:http',
    peerValue: slow.rpc,
    bar: { atLeast: 0.9 },
  });
  report({
    bench: BENCH,
    figure: '304 on If-None-Match',
    value: fast.unchanged,
    unit,
    peer: 'the same lookup with its body',
    peerValue: fast.lookup,
    bar: { atLeast: 1 },
  });
  // Measure the delay of an idle server on this machine for comparison. This figure has no limit.
  report({ bench: BENCH, figure: 'p99 by p50 of the bare server', value: median(bareTails), unit: 'times' });
  report({ bench: BENCH, figure: 'p99 by p50 under load', value: median(tails), unit: 'times', bar: { atMost: 5 } });
}

/** Computes the difference between the 99th percentile and the median. */
function tailOf(times: readonly number[]): number {
  return quantile(times, 0.99) / quantile(times, 0.5);
}

/** Measures the memory after a million lookups of 100,000 domains, without network. */
async function measureMemory(): Promise<void> {
  const now = Date.now;
  const lookups = createLookupCounter(() => Promise.resolve(), silentLog);
  const { context } = serveFake(
    {},
    {
      store: fakeStore({ lookup: async (domain) => factsOf(domain) }),
      now,
      limiter: createLimiter(now, { takeQuotas: () => Promise.reject(new Error('no write')), secret: 'secret' }),
      lookups,
    },
  );
  const app = createApp(context);
  const heap: number[] = [];
  for (let i = 0; i < MILLION; i++) {
    // Use many addresses, so that every request stays below the quota and gets a full answer.
    const remoteAddress = `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;
    const answer = await app.fetch(new Request(`http://127.0.0.1${pathOf((i * 7919) % DOMAINS)}`), { remoteAddress });
    if (answer.status !== 200) throw new Error(`lookup answered ${answer.status}`);
    if (i + 1 >= WARM && (i + 1) % LOOK === 0) {
      await wait(STORED_MS);
      globalThis.gc?.();
      heap.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
    // Let the event loop run, so that timers flush the counts.
    if (i % 1_000 === 0) await new Promise(setImmediate);
  }
  const [warm = Number.NaN, ...later] = heap;
  const [furthest = Number.NaN] = later.toSorted((a, b) => Math.abs(b - warm) - Math.abs(a - warm));
  report({
    bench: BENCH,
    figure: `heap furthest from where it was, over a million lookups of ${DOMAINS} domains`,
    value: furthest,
    unit: 'MiB',
    peer: `after ${WARM}`,
    peerValue: warm,
    bar: { within: 0.1 },
  });
  await lookups.stop();
}
