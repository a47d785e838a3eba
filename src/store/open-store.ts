import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findCode } from '../directory/find-code.ts';
import { createStore } from './create-store.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded/embedded.ts';
import { openEmbeddedThread } from './embedded/embedded-thread.ts';
import { acquireFolderLock, type FolderLock, type Holder, type Keys } from './embedded/folder-lock.ts';
import { connectLocally, isConnectionLost, serveLocally } from './embedded/local-socket.ts';
import { readMigrations } from './embedded/migrations.ts';
import type { RpcBridge } from './embedded/rpc-bridge.ts';
import { bridgeFetch } from './embedded/rpc-fetch.ts';
import type { Store } from './store.ts';
import { StoreError } from './store-error.ts';

export interface OpenStoreOptions {
  /** Folder of the embedded database. Not used with `supabaseUrl`. */
  readonly dataDir: string;
  readonly supabaseUrl?: string;
  /** Secret key. Required with `supabaseUrl`. */
  readonly secretKey?: string;
  /**
   * `own` locks the folder or fails with `FolderInUseError`. `share` uses the process that locked the folder, or locks it if it
   * is free.
   */
  readonly access: 'own' | 'share';
  /** True (default) to run the database in a worker thread. */
  readonly worker?: boolean;
  /** Clock of the queue, for tests. Default: the database's clock. */
  readonly now?: () => number;
}

/** Failure, because another process has locked the data folder. */
export class FolderInUseError extends StoreError {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super('conflict', `${folder} is in use by process ${pid}: stop it first, or set another DATA_DIR`);
    this.pid = pid;
  }
}

const LOCK_FILE = 'store.lock';
const DATABASE_FOLDER = 'database';
const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);
// Longest wait for the holder. A first start takes about 2 s, and a crash recovery with 256 MB of log takes about 10 s.
const HOLDER_READY_WITHIN_MS = 60_000;
// Most tries. The holder may change between steps, so each step costs one try.
const MAX_TRIES = 4;
// Placeholder URL. The bridge uses only the path, so the name is never resolved.
const EMBEDDED_URL = 'http://embedded.invalid';

/** Opens the store of the settings: a Supabase project, or the embedded database in `dataDir`. */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const clock = options.now === undefined ? {} : { now: options.now };
  if (options.supabaseUrl !== undefined) {
    if (options.secretKey === undefined) throw new StoreError('refused', 'a Supabase project needs a secret key');
    return createStore({ url: options.supabaseUrl, key: options.secretKey, ...clock });
  }
  const folder = resolve(options.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const worker = options.worker ?? true;
  const connection = options.access === 'own' ? await ownFolder(folder, worker) : await shareFolder(folder, worker);
  // Pass a placeholder key, because the connection uses the current holder's key.
  const access = { url: EMBEDDED_URL, key: 'embedded', fetch: bridgeFetch(connection.bridge), close: connection.close };
  return createStore({ ...access, ...clock });
}

/** Returns the version of the program's last migration. */
export function newestMigration(): string {
  return readMigrations(MIGRATIONS).at(-1)?.version ?? '';
}

/** Reports whether a folder contains an embedded database, also if this user cannot read the folder. */
export function hasDatabase(dataDir: string): boolean {
  try {
    return statSync(join(dataDir, DATABASE_FOLDER)).isDirectory();
  } catch (error) {
    return findCode(error) !== 'ENOENT';
  }
}

/** Deletes the embedded database of a folder. Throws `FolderInUseError` if a program has locked the folder. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = await acquireFolderLock(join(folder, LOCK_FILE));
  if ('pid' in lock) throw new FolderInUseError(folder, lock.pid);
  rmSync(join(folder, DATABASE_FOLDER), { recursive: true, force: true });
  lock.release();
}

interface Connection {
  readonly bridge: RpcBridge;
  close(): Promise<void>;
}

async function ownFolder(folder: string, worker: boolean): Promise<Connection> {
  const opened = await tryToHold(folder, worker);
  if ('pid' in opened) throw new FolderInUseError(folder, opened.pid);
  return opened;
}

async function shareFolder(folder: string, worker: boolean): Promise<Connection> {
  let current = await openOrConnect(folder, worker);
  let reopening: Promise<Connection> | null = null;
  return {
    bridge: async (request, signal) => {
      for (let tries = 1; ; tries += 1) {
        const connection = current;
        try {
          return await connection.bridge(request, signal);
        } catch (error) {
          if (!isConnectionLost(error) || tries === MAX_TRIES) throw error;
        }
        // Let one caller find or become the next holder for all. A retry is safe even if the call was received, as in client.ts.
        if (current === connection) {
          reopening ??= openOrConnect(folder, worker).finally(() => {
            reopening = null;
          });
          current = await reopening;
        }
      }
    },
    close: () => current.close(),
  };
}

async function openOrConnect(folder: string, worker: boolean): Promise<Connection> {
  const deadline = Date.now() + HOLDER_READY_WITHIN_MS;
  for (;;) {
    const opened = await tryToHold(folder, worker);
    if (!('pid' in opened)) return opened;
    const { endpoint, keys, pid } = opened;
    if (endpoint !== null && keys !== null) {
      return { bridge: withKey(connectLocally(endpoint), keys.secret), close: async () => {} };
    }
    if (Date.now() > deadline) {
      throw new StoreError('unavailable', `process ${pid} holds ${folder}, but its database is not ready`);
    }
    await wait(50);
  }
}

/** Locks the folder and opens its database, or returns the holder. */
async function tryToHold(folder: string, worker: boolean): Promise<Connection | Holder> {
  const keys = { secret: `sb_secret_${token()}`, publishable: `sb_publishable_${token()}` };
  const lock = await acquireFolderLock(join(folder, LOCK_FILE), keys);
  if ('pid' in lock) return lock;
  try {
    return await openHeld(folder, worker, keys, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openHeld(folder: string, worker: boolean, keys: Keys, lock: FolderLock): Promise<Connection> {
  const place = join(folder, DATABASE_FOLDER);
  const database: EmbeddedDatabase = worker
    ? await openEmbeddedThread(place, MIGRATIONS, keys)
    : await openEmbedded(place, readMigrations(MIGRATIONS), keys);
  const server = await serveLocally(database.bridge, join(folder, 'store.sock'));
  lock.publish(server.endpoint);
  return {
    bridge: withKey(database.bridge, keys.secret),
    close: async () => {
      // Make other processes wait for the lock instead of connecting to a closing server.
      lock.publish(null);
      await server.close();
      await database.close();
      lock.release();
    },
  };
}

function withKey(bridge: RpcBridge, key: string): RpcBridge {
  return (request, signal) => bridge({ ...request, key }, signal);
}

const token = () => randomBytes(16).toString('base64url');
