import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { findCode } from '../../directory/find-code.ts';

/** Endpoint of the holder's database on this machine, or null until it listens. */
const endpointSchema = z.union([z.object({ socket: z.string() }), z.object({ port: z.int().min(1).max(65_535) })]);
export type Endpoint = z.infer<typeof endpointSchema>;

const keysSchema = z.object({ secret: z.string(), publishable: z.string() });
export type Keys = z.infer<typeof keysSchema>;

const holderSchema = z.object({
  pid: z.int(),
  host: z.string(),
  /**
   * Start time of the holder, which distinguishes it from a later process with an equal id. Null if the system reports no start
   * time.
   */
  started: z.string().nullable(),
  endpoint: endpointSchema.nullable(),
  /** Keys of the holder's database. Anyone who can read this file can use the database. Null if the lock protects no database. */
  keys: keysSchema.nullable(),
});
export type Holder = z.infer<typeof holderSchema>;

export type FolderLock = ReturnType<typeof createLock>;

// Time after which an empty file counts as left by a dead process.
const UNWRITTEN_MS = 2_000;

/**
 * Locks a folder by a file that only one process can create. Returns the lock, or the living holder. Take the lock
 * before opening PGlite, because a second opener destroys the folder without an error.
 */
export async function acquireFolderLock(file: string, keys: Keys | null = null): Promise<FolderLock | Holder> {
  const own: Holder = { pid: process.pid, host: hostname(), started: findStart(process.pid), endpoint: null, keys };
  for (;;) {
    if (create(file, own)) return createLock(file, own);
    const holder = await readHolder(file);
    if (holder === 'gone') continue;
    if (holder !== 'unreadable' && (await isAlive(holder))) return holder;
    await removeStale(file, holder);
  }
}

function createLock(file: string, own: Holder) {
  return {
    /** Publishes the endpoint for other processes, or null. */
    publish: (endpoint: Endpoint | null) => {
      writeFileSync(`${file}.next`, JSON.stringify({ ...own, endpoint }), { mode: 0o600 });
      renameSync(`${file}.next`, file);
    },
    release: () => unlinkSync(file),
  };
}

function create(file: string, content: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(content), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (findCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | 'gone' | 'unreadable'> {
  const deadline = Date.now() + UNWRITTEN_MS;
  for (;;) {
    try {
      const parsed = holderSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
      if (parsed.success) return parsed.data;
    } catch (error) {
      if (findCode(error) === 'ENOENT') return 'gone';
      if (!(error instanceof SyntaxError)) throw error;
    }
    if (Date.now() > deadline) return 'unreadable';
    await wait(20);
  }
}

/** Removes the file of a dead holder. A second lock file ensures that two processes do not remove each other's new lock. */
async function removeStale(file: string, seen: Holder | 'unreadable'): Promise<void> {
  const guard = `${file}.takeover`;
  try {
    writeFileSync(guard, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (findCode(error) !== 'EEXIST') throw error;
    if (olderThan(guard, UNWRITTEN_MS)) remove(guard);
    await wait(20);
    return;
  }
  try {
    const now = await readHolder(file);
    if (JSON.stringify(now) === JSON.stringify(seen)) remove(file);
  } finally {
    remove(guard);
  }
}

async function isAlive({ pid, host, started, endpoint }: Holder): Promise<boolean> {
  // Check the socket, because the holder runs in another container, whose process ids do not apply here.
  if (host !== hostname()) return endpoint !== null && (await answers(endpoint));
  if (!isRunning(pid)) return false;
  const now = findStart(pid);
  return started === null || now === null || now === started;
}

/** Reports whether a process with this id runs, of any user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return findCode(error) === 'EPERM';
  }
}

function answers(endpoint: Endpoint): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = 'socket' in endpoint ? connect(endpoint.socket) : connect({ host: '127.0.0.1', port: endpoint.port });
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Returns boot and start time of a Linux process, because process ids are reused. */
function findStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Read fields 3 and 22 after the name, which may contain blanks (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Treat a zombie as ended.
    return fields[0] === 'Z' ? 'ended' : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

function olderThan(file: string, ageMs: number): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > ageMs;
  } catch (error) {
    if (findCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (findCode(error) !== 'ENOENT') throw error;
  }
}
