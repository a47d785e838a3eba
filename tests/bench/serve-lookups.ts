import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { createApp } from '../../functions/http/app.ts';
import { createLimiter } from '../../functions/http/pipeline/limiter.ts';
import { createLookupCounter } from '../../functions/http/pipeline/lookup-counter.ts';
import { startServer } from '../../functions/http/server.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { createStore } from '../../src/store/create-store.ts';
import { openEmbeddedThread } from '../../src/store/embedded/embedded-thread.ts';
import { bridgeFetch } from '../../src/store/embedded/rpc-fetch.ts';
import { freePort } from '../free-port.ts';
import { serveFake } from '../functions/http/serve-fake.ts';

export const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);
const KEYS = { secret: 'secret', publishable: 'publishable' };
const UNREACHED = 'http://embedded.invalid';
const portSchema = z.object({ port: z.number() });

/** Opens the database of a child process. It is embedded in a folder, or it is a Data API at a URL with a key. */
export async function openData(place: string, key = '') {
  if (place.startsWith('http')) return { url: place, key, send: fetch, close: async () => {} };
  const { bridge, close } = await openEmbeddedThread(place, MIGRATIONS, KEYS);
  return { url: UNREACHED, key: KEYS.secret, send: bridgeFetch(bridge), close };
}

/** Tracks the domains, serves the API over a database, and sends its port to the parent process. */
export async function serveLookups(place: string, key: string, domains: readonly string[] = []): Promise<void> {
  const data = await openData(place, key);
  const store = createStore({ url: data.url, key: data.key, fetch: data.send });
  if (domains.length > 0) await store.track(domains);
  const now = Date.now;
  const counted = createLimiter(now, { takeQuotas: store.takeQuotas, secret: 'secret' });
  const port = await freePort();
  const { context } = serveFake(
    {},
    {
      store,
      now,
      baseUrl: `http://127.0.0.1:${port}`,
      lookups: createLookupCounter(() => Promise.resolve(), silentLog),
      // Count against the quota but ignore its answer, because a refused request measures nothing.
      limiter: {
        take: async (group, network) => ({ allowed: true, states: (await counted.take(group, network)).states }),
      },
    },
  );
  await startServer({ app: createApp(context), host: '127.0.0.1', port, log: silentLog });
  process.send?.({ port });
}

/** Serves on a free port, and sends the port to the parent process. */
export function listenForParent(server: Server): void {
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

export interface Children {
  start(...args: string[]): ChildProcess;
  /** Returns the base URL of a server after its start. */
  ready(child: ChildProcess): Promise<string>;
  close(): void;
}

/** Creates the starter of servers. @param file program of the servers */
export function openChildren(file: string): Children {
  const children: ChildProcess[] = [];
  return {
    start(...args) {
      const child = fork(file, args);
      children.push(child);
      return child;
    },
    async ready(child) {
      const [message] = await once(child, 'message');
      return `http://127.0.0.1:${portSchema.parse(message).port}`;
    },
    close() {
      for (const child of children) child.kill();
    },
  };
}
