import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLimiter } from '../../functions/http/pipeline/limiter.ts';
import { createLookupCounter } from '../../functions/http/pipeline/lookup-counter.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { createStore } from '../../src/store/create-store.ts';
import { SERVER_SECRET, serveFake } from '../functions/http/serve-fake.ts';
import { listenLocally } from '../listen-locally.ts';
import { passOn } from '../pass-on.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

const AWAY_MS = 30_000;
/** Time for one failed write of the counted lookups, in real ms. The clock of the server skips to the end of the outage. */
const FLUSH_MS = 5_500;
const KNOWN = Array.from({ length: 20 }, (_, i) => `known-${i}.com`);
const COLD = Array.from({ length: 80 }, (_, i) => `cold-${i}.com`);
const NEW = Array.from({ length: 80 }, (_, i) => `new-${i}.com`);

describe.runIf(findPostgrest() !== null)(`server without its store for ${AWAY_MS / 1000} s under load`, () => {
  let stack: LocalStack;
  let line: Awaited<ReturnType<typeof openLine>>;

  beforeAll(async () => {
    stack = await startLocalStack({ migrations: MIGRATIONS });
    line = await openLine(stack.url);
  });
  afterAll(async () => {
    await line?.close();
    await stack?.close();
  });

  it('answers recent reads from memory and other reads with a problem, and keeps every acknowledged write', async () => {
    const direct = createStore({ url: stack.url, key: stack.secretKey });
    await direct.track([...KNOWN, ...COLD]);
    const store = createStore({ url: line.url, key: stack.secretKey });
    const lookups = createLookupCounter((counts) => store.countLookups(counts), silentLog);
    let skipped = 0;
    const now = () => Date.now() + skipped;
    const limiter = createLimiter(now, { takeQuotas: store.takeQuotas, secret: SERVER_SECRET });
    const server = serveFake(store, { now, lookups, limiter });

    let sent = 0;
    // Use a separate network per request, so that no quota applies.
    const from = () => ({ 'x-forwarded-for': `203.0.${Math.floor(sent / 250)}.${sent++ % 250}` });
    const lookUp = (names: readonly string[]) =>
      Promise.all(names.map((name) => server.get(`/v1/domain/${name}`, from())));
    const register = (names: readonly string[]) =>
      Promise.all(names.map((domain) => server.send('POST', '/v1/sites', { domain }, from())));
    const expectAll = (answers: readonly Response[], status: number) =>
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));

    expectAll(await lookUp(KNOWN), 200);
    expectAll(await register(NEW.slice(0, 10)), 202);

    line.cut();
    const hot = await lookUp([...KNOWN, ...KNOWN]);
    await wait(FLUSH_MS);
    skipped = AWAY_MS - FLUSH_MS;
    hot.push(...(await lookUp([...KNOWN, ...KNOWN, ...KNOWN])));
    expectAll(hot, 200);
    for (const refused of [...(await lookUp(COLD)), ...(await register(NEW.slice(10)))]) {
      expect([refused.status, refused.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }

    line.mend();
    skipped += 10_000;
    expectAll([...(await lookUp(KNOWN)), ...(await lookUp(COLD))], 200);
    // Register few sites at once, because a slow machine refuses requests that wait too long for the budget rows.
    for (let i = 10; i < NEW.length; i += 10) expectAll(await register(NEW.slice(i, i + 10)), 202);
    for (const name of NEW) expect(await direct.lookup(name), name).not.toBeNull();

    await lookups.stop();
    const session = await stack.connect();
    const { rows } = await session.query<{ n: number }>('select sum(total)::int as n from directory.lookup_totals');
    await session.end();
    expect(rows).toEqual([{ n: 7 * KNOWN.length + COLD.length }]);
  }, 120_000);
});

/** Opens a proxy to the store that can fail. During a failure, connections end, and new connections are reset. */
async function openLine(target: string) {
  let isCut = false;
  const server = createServer((incoming, outgoing) => {
    if (isCut) incoming.socket.destroy();
    else passOn(incoming, outgoing, { port: new URL(target).port });
  });
  return {
    ...(await listenLocally(server)),
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => {
      isCut = false;
    },
  };
}
