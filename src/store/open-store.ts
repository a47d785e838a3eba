import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createStore } from './client.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded/embedded.ts';
import { openEmbeddedThread } from './embedded/embedded-thread.ts';
import { acquireFolderLock, type FolderLock, type Holder, type Keys } from './embedded/folder-lock.ts';
import { readMigrations } from './embedded/migrations.ts';
import { isHolderGone, neighbourBridge, openToNeighbours } from './embedded/local-socket.ts';
import type { RpcBridge } from './embedded/rpc-bridge.ts';
import { bridgeFetch } from './embedded/rpc-fetch.ts';
import { type Store, StoreError } from './store.ts';

export interface OpenStoreOptions {
  /** Folder of the embedded database; not touched when `supabaseUrl` is given. */
  readonly dataDir: string;
  readonly supabaseUrl?: string;
  readonly secretKey?: string;
  /** Enough for the public reads; used when there is no secret key. */
  readonly publishableKey?: string;
  /** `own`: hold the folder or fail with `FolderInUseError`. `share`: go through whoever holds it, or hold it while nobody does. */
  readonly access: 'own' | 'share';
  /** The database in a thread of its own (the default), or in this one. */
  readonly worker?: boolean;
  /** Clock of the queue, for tests; the database's own when absent. */
  readonly now?: () => number;
}

/** Another process holds the data folder. */
export class FolderInUseError extends StoreError {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super('conflict', `${folder} is in use by process ${pid}: stop it first, or set another DATA_DIR`);
    this.pid = pid;
  }
}

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);
// A first start takes some 2 s, a recovery after a crash with 256 MB of log some 10 s.
const HOLDER_READY_WITHIN_MS = 60_000;
// The holder may end while another is about to: each step costs one try.
const MOST_TRIES = 4;
// The bridge looks at the path only; the name is never resolved.
const EMBEDDED_URL = 'http://embedded.invalid';

/** The store that the settings ask for: a Supabase project, or the embedded database in `dataDir`. */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const clock = options.now === undefined ? {} : { now: options.now };
  if (options.supabaseUrl !== undefined) {
    const key = options.secretKey ?? options.publishableKey;
    if (key === undefined) throw new StoreError('refused', 'a Supabase project needs a key');
    return createStore({ url: options.supabaseUrl, key, ...clock });
  }
  const folder = resolve(options.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const worker = options.worker ?? true;
  const door = options.access === 'own' ? await ownFolder(folder, worker) : await shareFolder(folder, worker);
  // The door knows the key of whoever holds the folder at the moment; supabase-js wants one from the start.
  const access = { url: EMBEDDED_URL, key: 'embedded', fetch: bridgeFetch(door.bridge), close: door.close };
  return createStore({ ...access, ...clock });
}

interface Door {
  readonly bridge: RpcBridge;
  close(): Promise<void>;
}

async function ownFolder(folder: string, worker: boolean): Promise<Door> {
  const door = await enter(folder, worker);
  if ('pid' in door) throw new FolderInUseError(folder, door.pid);
  return door;
}

async function shareFolder(folder: string, worker: boolean): Promise<Door> {
  let current = await enterOrKnock(folder, worker);
  let reopening: Promise<Door> | null = null;
  return {
    bridge: async (asked, signal) => {
      for (let tries = 1; ; tries += 1) {
        const door = current;
        try {
          return await door.bridge(asked, signal);
        } catch (error) {
          if (!isHolderGone(error) || tries === MOST_TRIES) throw error;
        }
        // One caller finds the next holder, or becomes it, for all. Asking again is safe even if the call was heard: leases fence
        // what is written under them, and everything else says the same twice.
        if (current === door) {
          reopening ??= enterOrKnock(folder, worker).finally(() => {
            reopening = null;
          });
          current = await reopening;
        }
      }
    },
    close: () => current.close(),
  };
}

async function enterOrKnock(folder: string, worker: boolean): Promise<Door> {
  const deadline = Date.now() + HOLDER_READY_WITHIN_MS;
  for (;;) {
    const door = await enter(folder, worker);
    if (!('pid' in door)) return door;
    const { endpoint, keys } = door;
    if (endpoint !== null && keys !== null) {
      return { bridge: withKey(neighbourBridge(endpoint), keys.secret), close: async () => {} };
    }
    if (Date.now() > deadline) {
      throw new StoreError('unavailable', `process ${door.pid} holds ${folder}, but its database is not ready yet`);
    }
    await wait(50);
  }
}

/** Holds the folder and opens its database, or says who holds it. */
async function enter(folder: string, worker: boolean): Promise<Door | Holder> {
  const keys = { secret: `sb_secret_${token()}`, publishable: `sb_publishable_${token()}` };
  const lock = await acquireFolderLock(join(folder, 'store.lock'), keys);
  if ('pid' in lock) return lock;
  try {
    return await hold(folder, worker, keys, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function hold(folder: string, worker: boolean, keys: Keys, lock: FolderLock): Promise<Door> {
  const place = join(folder, 'database');
  const database: EmbeddedDatabase = worker
    ? await openEmbeddedThread(place, MIGRATIONS, keys)
    : await openEmbedded(place, readMigrations(MIGRATIONS), keys);
  const neighbours = await openToNeighbours(database.bridge, join(folder, 'store.sock'));
  lock.publish(neighbours.endpoint);
  return {
    bridge: withKey(database.bridge, keys.secret),
    close: async () => {
      // Whoever shares the folder now waits for the lock instead of knocking at a closed door.
      lock.publish(null);
      await neighbours.close();
      await database.close();
      lock.release();
    },
  };
}

function withKey(bridge: RpcBridge, key: string): RpcBridge {
  return (asked, signal) => bridge({ ...asked, key }, signal);
}

const token = () => randomBytes(16).toString('base64url');
