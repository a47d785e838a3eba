import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { COPY_FILE } from '../../src/jobs/mirror/copy-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { mulberry32 } from '../store/directory-model.ts';

/** As many as fit into a minute; `MIRROR_CHANGES=100000 MIRROR_KILLS=20` is the whole measure. */
const CHANGES = Number(process.env['MIRROR_CHANGES'] ?? 5_000);
const KILLS = Number(process.env['MIRROR_KILLS'] ?? 6);
const SITES = 5_000;
const LIMIT_MS = 30 * 60_000;

const root = resolve(import.meta.dirname, '../..');
type Part = 'server' | 'writer' | 'mirror';

let folder: string;
let port: number;
let changed = 0;
let seed = 0;
const running = new Map<Part, ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirror-kills-'));
  port = await freePort();
});
afterEach(async () => {
  for (const part of running.keys()) await kill(part);
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

const baseUrl = () => `http://127.0.0.1:${port}`;

const programs: Record<Part, () => readonly string[]> = {
  server: () => ['bin/directory.ts', 'serve'],
  writer: () => ['tests/faults/change-directory.ts', `--folder=${folder}`, `--sites=${SITES}`, `--seed=${++seed}`],
  mirror: () => ['bin/directory.ts', 'mirror', baseUrl(), join(folder, 'copy'), '--every', '1'],
};

function spawnProgram(args: readonly string[]): ChildProcess {
  const settings = { PATH: process.env['PATH'], DATA_DIR: folder, PORT: String(port), BASE_URL: baseUrl() };
  return spawn(process.execPath, [...args], { cwd: root, env: settings, stdio: ['ignore', 'pipe', 'ignore'] });
}

async function start(part: Part): Promise<void> {
  const program = spawnProgram(programs[part]());
  running.set(part, program);
  program.stdout?.on('data', (text) => {
    if (part !== 'writer') return;
    for (const line of String(text).trim().split('\n')) changed += Number(line);
  });
  if (part === 'server') await isReady();
}

async function isReady(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const ready = await fetch(`${baseUrl()}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await wait(100);
  }
  throw new Error('the server does not start');
}

async function kill(part: Part): Promise<void> {
  const program = running.get(part);
  running.delete(part);
  if (!program || program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

/** Kills a part and starts it again. The writer goes with the server: it would hold the database in its place. */
async function restart(part: Part): Promise<void> {
  const parts: readonly Part[] = part === 'server' ? ['writer', 'server'] : [part];
  for (const each of parts) await kill(each);
  for (const each of parts.toReversed()) await start(each);
}

async function heldRecords() {
  const store = await openStore({ dataDir: folder, access: 'own' });
  const records = [];
  for (let after: string | null = null, more = true; more; ) {
    const page = await store.readSites(after, 1_000);
    records.push(...page.sites.map(({ record }) => record));
    after = records.at(-1)?.domain ?? null;
    more = page.more;
  }
  await store.close();
  return records;
}

function copiedRecords() {
  const database = new DatabaseSync(join(folder, 'copy', COPY_FILE), { readOnly: true });
  const rows = database.prepare('select record from domains order by domain').all();
  database.close();
  return rows.map(({ record }) => JSON.parse(String(record)));
}

it(
  `a copy equals the directory, row for row, after ${CHANGES} changes and ${KILLS} kills of server, writer and mirror`,
  async () => {
    const random = mulberry32(3);
    await start('server');
    await start('writer');
    await start('mirror');
    for (let killed = 0; killed < KILLS; killed += 1) {
      const enough = ((killed + 1) * CHANGES) / KILLS;
      while (changed < enough) {
        expect(running.get('writer')?.exitCode, 'the writer has ended by itself').toBeNull();
        await wait(50);
      }
      await wait(500 * random());
      await restart((['mirror', 'server', 'writer'] as const)[killed % 3] ?? 'mirror');
    }
    await kill('writer');
    await kill('mirror');
    const last = spawnProgram(programs.mirror().slice(0, -2));
    expect(await once(last, 'exit')).toEqual([0, null]);
    await kill('server');
    const held = await heldRecords();
    expect(changed).toBeGreaterThanOrEqual(CHANGES);
    expect(held.length).toBeGreaterThan(SITES / 10);
    expect(copiedRecords()).toEqual(held);
  },
  LIMIT_MS,
);
