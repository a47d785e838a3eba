import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

/** Where others on this machine reach the holder's database; null until it listens. */
const endpointSchema = z.union([z.object({ socket: z.string() }), z.object({ port: z.int().min(1).max(65_535) })]);
export type Endpoint = z.infer<typeof endpointSchema>;

const keysSchema = z.object({ secret: z.string(), publishable: z.string() });
export type Keys = z.infer<typeof keysSchema>;

const holderSchema = z.object({
  pid: z.int(),
  host: z.string(),
  /** Distinguishes this process from a later one with the same id; null where the system does not say. */
  started: z.string().nullable(),
  endpoint: endpointSchema.nullable(),
  /** Keys of the holder's database: who may read this file may use it. Null where the lock guards no database. */
  keys: keysSchema.nullable(),
});
export type Holder = z.infer<typeof holderSchema>;

export interface FolderLock {
  /** Says where other processes can connect; null while they cannot. */
  publish(endpoint: Endpoint | null): void;
  release(): void;
}

// A file that is still empty after this long was left by a process that died between creating and writing it.
const UNWRITTEN_MS = 2_000;

/**
 * The lock of a folder: a file that only one process can create. Returns the lock, or the living holder.
 * PGlite opens a folder twice without an error and destroys it, so nobody opens it without this lock.
 */
export async function acquireFolderLock(file: string, keys: Keys | null = null): Promise<FolderLock | Holder> {
  const own: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid), endpoint: null, keys };
  for (;;) {
    if (create(file, own)) return lockOf(file, own);
    const holder = await readHolder(file);
    if (holder === 'gone') continue;
    if (holder !== 'unreadable' && (await isAlive(holder))) return holder;
    await removeStale(file, holder);
  }
}

function lockOf(file: string, own: Holder): FolderLock {
  return {
    publish: (endpoint) => {
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
    if (isCode(error, 'EEXIST')) return false;
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
      if (isCode(error, 'ENOENT')) return 'gone';
      if (!(error instanceof SyntaxError)) throw error;
    }
    if (Date.now() > deadline) return 'unreadable';
    await wait(20);
  }
}

/**
 * Removes a dead holder's file. Two processes that saw the same dead holder must not remove one another's new lock:
 * whoever creates the second file may look again and remove.
 */
async function removeStale(file: string, seen: Holder | 'unreadable'): Promise<void> {
  const guard = `${file}.takeover`;
  try {
    writeFileSync(guard, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
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
  // Another container on the same folder, or this one made anew under another name: its ids mean nothing here, its socket does.
  if (host !== hostname()) return endpoint !== null && (await answers(endpoint));
  if (!isRunning(pid)) return false;
  const now = startOf(pid);
  return started === null || now === null || now === started;
}

/** True where a process of this machine has this id, whichever user's it is. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function answers(endpoint: Endpoint): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = 'socket' in endpoint ? connect(endpoint.socket) : connect({ host: '127.0.0.1', port: endpoint.port });
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Linux: boot and start time of a process, because ids come again (in a container, always the same ones). */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Fields 3 and 22, counted behind the name, which may hold blanks: proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; only its parent has not looked yet.
    return fields[0] === 'Z' ? 'ended' : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

function olderThan(file: string, ageMs: number): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > ageMs;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
