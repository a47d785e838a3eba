import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { z } from 'zod';
import { readServiceSettings } from '../../functions/service-settings.ts';
import { startService } from '../../functions/start-service.ts';
import { createContext } from '../../src/runtime/context.ts';
import { parseEnv } from '../../src/runtime/env.ts';
import { silentLog } from '../../src/runtime/log.ts';
import type { Store } from '../../src/store/store.ts';
import { quantile, report } from './figure.ts';

/**
 * Measures how one client with 400 requests per second for badges, Markdown pages and readiness affects the store and other
 * clients.
 */
const BENCH = 'flood';
const DOMAINS = 500;
const FLOOD_PER_SECOND = 400;
const OTHERS_PER_SECOND = 40;
const SECONDS = 30;
const FLOODER = '198.51.100.66';

const portSchema = z.object({ port: z.number() });
const callsSchema = z.object({ calls: z.number() });
const toName = (i: number) => `site${i % DOMAINS}.com`;

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? '');
else await measure();

/** Starts the full service behind a proxy, with a store that counts its calls. */
async function serve(dataDir: string): Promise<void> {
  const env = parseEnv({ DATA_DIR: dataDir, BASE_URL: 'https://dir.example', TRUSTED_PROXY: '1', PORT: '0' });
  const settings = await readServiceSettings(env);
  const context = await createContext(env, { access: 'own', log: silentLog });
  await context.store.track(Array.from({ length: DOMAINS }, (_, i) => toName(i)));
  let calls = 0;
  const store = new Proxy<Store>(context.store, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        calls += 1;
        return Reflect.apply(member, target, args);
      };
    },
  });
  const { port } = await startService({ ...context, store }, settings, { reservedNames: false });
  process.on('message', () => process.send?.({ calls }));
  process.send?.({ port });
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'flood-bench-'));
  const server = fork(import.meta.filename, ['serve', folder]);
  try {
    const [started] = await once(server, 'message');
    const url = `http://127.0.0.1:${portSchema.parse(started).port}`;
    const countCalls = async () => {
      const answered = once(server, 'message');
      server.send({});
      const [message] = await answered;
      return callsSchema.parse(message).calls;
    };
    await untilBuilt(url);
    await others(url, 5);

    const idle = await others(url, SECONDS);
    const before = await countCalls();
    await flood(url, SECONDS);
    const flooded = (await countCalls()) - before;
    const [busy] = await Promise.all([others(url, SECONDS), flood(url, SECONDS)]);

    report({
      bench: BENCH,
      figure: 'calls of the store',
      value: flooded / SECONDS,
      unit: 'calls/s',
      bar: { atMost: 20 },
    });
    report({
      bench: BENCH,
      figure: 'p95 of other clients',
      value: busy,
      unit: 'ms',
      peer: 'the same without the flood',
      peerValue: idle,
      bar: { atMost: 2 },
    });
  } finally {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits for the built pages, because rendered pages would distort the figures. */
async function untilBuilt(url: string): Promise<void> {
  let etag: string | null = null;
  while (etag === null) {
    await wait(1_000);
    const page = await fetch(`${url}/domain/${toName(0)}.md`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    etag = page.status === 200 ? page.headers.get('etag') : null;
    await page.arrayBuffer();
  }
}

/** Requests badges, Markdown pages and readiness in turn, each time for another domain. */
async function flood(url: string, seconds: number): Promise<void> {
  let asked = 0;
  const paths = [() => `/badge/${toName(asked)}.svg`, () => `/domain/${toName(asked)}.md`, () => '/readyz'];
  await autocannon({
    url,
    connections: 40,
    duration: seconds,
    overallRate: FLOOD_PER_SECOND,
    requests: [
      {
        path: '/',
        headers: { 'x-forwarded-for': FLOODER },
        setupRequest: (request) => ({ ...request, path: paths[++asked % paths.length]?.() ?? '/' }),
      },
    ],
  });
}

/** Returns the 95th percentile in ms of many clients that look up one domain each. */
async function others(url: string, seconds: number): Promise<number> {
  let asked = 0;
  const times: number[] = [];
  const run = autocannon({
    url,
    connections: 10,
    duration: seconds,
    overallRate: OTHERS_PER_SECOND,
    requests: [
      {
        path: '/',
        setupRequest: (request) => {
          asked += 1;
          const client = `203.0.${asked >> 8}.${asked & 255}`;
          return { ...request, path: `/v1/domain/${toName(asked)}`, headers: { 'x-forwarded-for': client } };
        },
      },
    ],
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { errors, non2xx } = await run;
  if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} failures of other clients`);
  return quantile(times, 0.95);
}
