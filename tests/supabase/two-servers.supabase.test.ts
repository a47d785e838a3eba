import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebSource } from '../../src/sandbox/web-source.ts';
import { createStore } from '../../src/store/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type ServeProcess, serveProcess } from '../faults/serve-process.ts';
import { answerWithFile, EXAMPLE_WEB } from '../sandbox/example-web.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { folderOfFile } from '../temp-folder.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

/** Limit of new domains per day. */
const CEILING = 60;
/** Sites that occupy all slots of a server until the test releases them. */
const SLOW = Array.from({ length: FIRST_VISIT_SLOTS.slots }, (_, i) => `slow-${i}.example`);
const WAITING = Array.from({ length: 4 }, (_, i) => `waiting-${i}.example`);
const PATIENCE = { interval: 200 };

/** Returns the address of a client in a separate network. */
const toClient = (network: number) => `198.18.${network}.7`;

describe.runIf(findPostgrest() !== null)('group of two servers with one database', () => {
  const dataDir = folderOfFile();
  let stack: LocalStack;
  let sandbox: Sandbox;
  let database: pg.Client;
  let store: Store;
  const servers: ServeProcess[] = [];
  const gate = Promise.withResolvers<void>();
  /** Requests that sites received, as host and path. */
  const requests: string[] = [];

  const web: WebSource = {
    ...EXAMPLE_WEB,
    records: (name) => (/^(www|_svc-verify)\./.test(name) ? null : { a: 'origin', aaaa: [], txt: [] }),
    async answer(request) {
      requests.push(request.host + request.path);
      if (request.host.startsWith('slow-')) await gate.promise;
      return await answerWithFile(request);
    },
  };
  const countRequests = (url: string) => requests.filter((request) => request === url).length;
  const findPending = async (domains: readonly string[]) => {
    const records = await Promise.all(domains.map((domain) => store.lookup(domain)));
    return records.filter((record) => record?.status === 'pending').map((record) => record?.domain);
  };
  const countVisits = (domains: readonly string[]) => domains.map((domain) => countRequests(`${domain}/llms.txt`));

  beforeAll(async () => {
    stack = await startLocalStack({ migrations: MIGRATIONS });
    database = await stack.connect();
    store = createStore({ url: stack.url, key: stack.secretKey });
    sandbox = await startSandbox({ sites: web, dataDir, now: Date.now });
  });
  afterAll(async () => {
    gate.resolve();
    for (const server of servers) await server.kill();
    await sandbox?.close();
    await store?.close();
    await database?.end();
    await stack?.close();
  });

  const start = async () => {
    const server = await serveProcess(sandbox, {
      DATA_DIR: join(dataDir, String(servers.length)),
      ...stack.settings,
      REGISTRATIONS_PER_DAY: String(CEILING),
      ...(servers[0] && { BASE_URL: servers[0].url }),
    });
    servers.push(server);
    return server;
  };
  /** Sends a request. Requests alternate between the two latest servers. */
  const send = (i: number, method: string, path: string, client: string, body?: object) => {
    const server = servers.at(-1 - (i % 2));
    const headers = { 'x-forwarded-for': client, ...(body && { 'content-type': 'application/json' }) };
    return fetch(`${server?.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const register = async (i: number, domain: string, client: string) =>
    (await send(i, 'POST', '/v1/sites', client, { domain })).status;

  it('makes each first visit once, even after a server dies', async () => {
    const first = await start();
    for (const [i, domain] of [...SLOW, ...WAITING].entries()) {
      expect(await register(0, domain, toClient(i))).toBe(202);
    }
    await expect.poll(() => SLOW.filter((domain) => !countRequests(`${domain}/robots.txt`)), PATIENCE).toEqual([]);
    await start();
    await expect.poll(() => findPending(WAITING), PATIENCE).toEqual([]);
    expect(await findPending(SLOW)).not.toEqual([]);

    await first.kill();
    // End the leases of the dead server.
    await database.query('update directory.crawl set due_at = now() where lease is not null');
    gate.resolve();
    await start();
    await expect.poll(() => findPending(SLOW), PATIENCE).toEqual([]);
    expect(countVisits(WAITING)).toEqual([1, 1, 1, 1]);
    expect(await store.verifyCounters()).toEqual([]);
  });

  it('limits the new domains per day, even for concurrent requests', async () => {
    const left = CEILING - SLOW.length - WAITING.length;
    const names = Array.from({ length: left + 10 }, (_, i) => `day-${i}.example`);
    const statuses = await Promise.all(names.map((name, i) => register(i, name, toClient(150 + i))));
    expect(statuses.toSorted()).toEqual([...Array(left).fill(202), ...Array(10).fill(429)]);
    expect((await store.lookup(names[statuses.indexOf(429)] ?? ''))?.status).toBeUndefined();
    const tracked = names.filter((_, i) => statuses[i] === 202);
    await expect.poll(() => findPending(tracked), PATIENCE).toEqual([]);
    expect(countVisits(tracked)).toEqual(tracked.map(() => 1));
  });

  it('searches once for the proofs of a domain, and shares its attempts', async () => {
    const path = '/v1/sites/looked-at.example/verify';
    const together = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => (await send(i, 'POST', path, toClient(110 + i))).status),
    );
    expect(together).toEqual(together.map(() => 422));
    expect(countRequests('looked-at.example/.well-known/svc-verify.txt')).toBe(1);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await send(i, 'POST', path, toClient(102))).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });
});
