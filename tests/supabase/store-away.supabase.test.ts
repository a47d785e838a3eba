import { createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../functions/http/app.ts';
import { createLimiter } from '../../functions/http/pipeline/limiter.ts';
import { createLookupCounter } from '../../functions/http/pipeline/lookup-counter.ts';
import { type RunningServer, startServer } from '../../functions/http/server.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { createStore } from '../../src/store/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { SERVER_SECRET, serveFake } from '../functions/http/serve-fake.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

const AWAY_MS = 30_000;
const BEFORE_MS = 3_000;
const AFTER_MS = 10_000;
/** Pause between two requests of the load, in ms, for about 40 per second. */
const PAUSE_MS = 25;
const KNOWN = Array.from({ length: 20 }, (_, i) => `known-${i}.com`);

interface Outcome {
  readonly path: string;
  readonly kind: 'hot' | 'cold' | 'register';
  readonly name: string;
  readonly phase: 'before' | 'away' | 'after';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly type: string | null;
}

describe.runIf(findPostgrest() !== null)(`server without its store for ${AWAY_MS / 1000} s under load`, () => {
  let stack: LocalStack;
  let server: RunningServer;
  let line: Awaited<ReturnType<typeof openLine>>;
  let direct: Store;
  const outcomes: Outcome[] = [];

  beforeAll(async () => {
    stack = await startLocalStack({ migrations: MIGRATIONS });
    line = await openLine(stack.url);
    direct = createStore({ url: stack.url, key: stack.secretKey });
    await direct.track([...KNOWN, ...Array.from({ length: 2_000 }, (_, i) => `cold-${i}.com`)]);
    const store = createStore({ url: line.url, key: stack.secretKey });
    const lookups = createLookupCounter((counts) => store.countLookups(counts), silentLog);
    const { context } = serveFake(store, {
      now: Date.now,
      trustedProxy: { kind: 'hops', hops: 1 },
      lookups,
      limiter: createLimiter(Date.now, { takeQuotas: store.takeQuotas, secret: SERVER_SECRET }),
      log: silentLog,
    });
    server = await startServer({ app: createApp(context), host: '127.0.0.1', port: 0, log: silentLog });

    let phase: Outcome['phase'] = 'before';
    let sent = 0;
    const ask = async () => {
      const n = sent++;
      // Read each known domain once before the outage.
      const kind = n < KNOWN.length ? 'hot' : n % 10 === 9 ? 'register' : n % 3 === 2 ? 'cold' : 'hot';
      const name =
        kind === 'hot' ? (KNOWN[n % KNOWN.length] ?? '') : kind === 'cold' ? `cold-${n % 2_000}.com` : `new-${n}.com`;
      const path = kind === 'register' ? '/v1/sites' : `/v1/domain/${name}`;
      const started = phase;
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        // Use a separate network per request, so that no quota applies.
        headers: {
          'x-forwarded-for': `203.0.${Math.floor(n / 250) % 250}.${n % 250}`,
          'content-type': 'application/json',
        },
        ...(kind === 'register' ? { method: 'POST', body: JSON.stringify({ domain: name }) } : {}),
      });
      await answer.arrayBuffer();
      // Skip requests that started in one phase and ended in another.
      if (started === phase)
        outcomes.push({
          path,
          kind,
          name,
          phase,
          status: answer.status,
          retryAfter: answer.headers.get('retry-after'),
          type: answer.headers.get('content-type'),
        });
      else if (answer.status < 300)
        outcomes.push({ path, kind, name, phase: 'before', status: answer.status, retryAfter: null, type: null });
    };
    const load = async (ms: number) => {
      const under: Promise<void>[] = [];
      for (const end = Date.now() + ms; Date.now() < end; await wait(PAUSE_MS)) under.push(ask());
      await Promise.all(under);
    };
    for (const _ of KNOWN) await ask();
    await load(BEFORE_MS);
    phase = 'away';
    line.cut();
    await load(AWAY_MS);
    phase = 'after';
    line.mend();
    await load(AFTER_MS);
    await server.stop();
    await lookups.stop();
  });
  afterAll(async () => {
    await line?.close();
    await stack?.close();
  });
  const of = (phase: Outcome['phase'], kind: Outcome['kind']) =>
    outcomes.filter((outcome) => outcome.phase === phase && outcome.kind === kind);
  const statuses = (found: readonly Outcome[]) => [...new Set(found.map(({ status }) => status))];

  it('answers recent reads from memory', () => {
    expect(of('away', 'hot').length).toBeGreaterThan(100);
    expect(statuses(of('away', 'hot'))).toEqual([200]);
  });

  it('answers other requests with a problem and Retry-After', () => {
    const told = [...of('away', 'cold').filter(({ status }) => status !== 200), ...of('away', 'register')];
    expect(told.length).toBeGreaterThan(100);
    for (const { status, retryAfter, type, path } of told) {
      expect([status, type], path).toEqual([503, 'application/problem+json']);
      expect(Number(retryAfter), path).toBeGreaterThan(0);
    }
  });

  it('keeps acknowledged registrations and counted lookups', async () => {
    const registered = outcomes
      .filter(({ kind, status }) => kind === 'register' && status === 202)
      .map(({ name }) => name);
    expect(registered.length).toBeGreaterThan(5);
    for (const name of registered) expect(await direct.lookup(name), name).not.toBeNull();
    const session = await stack.connect();
    const { rows } = await session.query<{ n: number }>(
      'select coalesce(sum(total), 0)::int as n from directory.lookup_totals',
    );
    await session.end();
    const answered = outcomes.filter(({ kind, status }) => kind !== 'register' && status === 200).length;
    expect(rows[0]?.n).toBe(answered);
  });

  it('answers everything after the outage', () => {
    for (const kind of ['hot', 'cold'] as const) expect(statuses(of('after', kind)), kind).toEqual([200]);
    expect(statuses(of('after', 'register'))).toEqual([202]);
  });
});

/** Opens a proxy to the store that can fail. Then connections end, and new connections are reset. */
async function openLine(target: string) {
  let isCut = false;
  const server = createServer((incoming, outgoing) => {
    if (isCut) return void incoming.socket.destroy();
    const { method, headers, url } = incoming;
    const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => {
      isCut = false;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
