import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebSource } from '../../src/sandbox/web-source.ts';
import { openStore } from '../../src/store/open-store.ts';
import { freePort } from '../free-port.ts';
import { readCopy } from '../jobs/mirror/read-copy.ts';
import { mulberry32 } from '../mulberry32.ts';
import { EXAMPLE_WEB } from '../sandbox/example-web.ts';
import { START_ENV } from '../start-env.ts';
import { endProgram, sandboxSettings } from '../start-program.ts';
import { folderOfTest } from '../temp-folder.ts';
import { untilAnswered } from '../until-answered.ts';

/** Number of changes and kills, for half a minute. Full run: `MIRROR_CHANGES=100000 MIRROR_KILLS=20`. */
const CHANGES = Number(process.env['MIRROR_CHANGES'] ?? 2_500);
const KILLS = Number(process.env['MIRROR_KILLS'] ?? 8);
const SITES = 5_000;
const LIMIT_MS = 30 * 60_000;

const root = resolve(import.meta.dirname, '../..');
type Part = 'server' | 'writer' | 'crawler' | 'mirror';

let folder: string;
let port: number;
let sandbox: Sandbox;
let asked = 0;
let changed = 0;
let seed = 0;
const running = new Map<Part, ChildProcess>();

beforeEach(async () => {
  folder = folderOfTest();
  port = await freePort();
  sandbox = await startSandbox({ sites: web, dataDir: folder, now: Date.now });
});
afterEach(async () => {
  for (const part of running.keys()) await kill(part);
  await sandbox.close();
});

/** Web with a new file at every visit. */
const web: WebSource = {
  ...EXAMPLE_WEB,
  names: () => Array.from({ length: SITES }, (_, number) => `site-${number}.example`),
  records: (name) => (name.startsWith('www.') ? null : { a: 'origin', aaaa: [], txt: [] }),
  certificateNames: () => ['all.example', ...web.names()],
  async answer({ host, path }) {
    const isFile = path === '/llms.txt';
    if (isFile) asked += 1;
    const text = `# ${host}\n\n> Edition ${asked}.\n\n## Pages\n\n- [Home](https://${host}/a.md): a page\n`;
    return {
      status: isFile || path === '/a.md' ? 200 : 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: Buffer.from(isFile ? text : 'A page.\n'),
    };
  },
};

const baseUrl = () => `http://127.0.0.1:${port}`;

const programs: Record<Part, () => readonly string[]> = {
  server: () => ['bin/directory.ts', 'serve'],
  writer: () => ['tests/faults/change-directory.ts', `--folder=${folder}`, `--sites=${SITES}`, `--seed=${++seed}`],
  crawler: () => ['bin/directory.ts', 'crawl', '--concurrency', '4'],
  mirror: () => ['bin/directory.ts', 'mirror', baseUrl(), join(folder, 'copy'), '--every', '1'],
};

function spawnProgram(args: readonly string[], errors: 'ignore' | 'inherit' = 'ignore'): ChildProcess {
  const settings = {
    ...START_ENV,
    DATA_DIR: folder,
    PORT: String(port),
    BASE_URL: baseUrl(),
    ...sandboxSettings(sandbox),
  };
  return spawn(process.execPath, [...args], { cwd: root, env: settings, stdio: ['ignore', 'pipe', errors] });
}

async function start(part: Part): Promise<void> {
  // Show the errors of the writer, because it logs nothing else and must not end by itself.
  const program = spawnProgram(programs[part](), part === 'writer' ? 'inherit' : 'ignore');
  running.set(part, program);
  program.stdout?.on('data', (text) => {
    if (part !== 'writer') return;
    for (const line of String(text).trim().split('\n')) changed += Number(line);
  });
  // Restart the crawler, because a crawl ends if nothing is due.
  if (part === 'crawler') {
    program.once('exit', () => {
      if (running.get(part) === program) void start(part);
    });
  }
  if (part === 'server') await untilAnswered(`${baseUrl()}/readyz`);
}

async function kill(part: Part): Promise<void> {
  const program = running.get(part);
  running.delete(part);
  if (program) await endProgram(program, 'SIGKILL');
}

/** Kills a process and restarts it. Writers end with the server, because they would otherwise take over the database. */
async function restart(part: Part): Promise<void> {
  const parts: readonly Part[] = part === 'server' ? ['crawler', 'writer', 'server'] : [part];
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

it(
  `copies the directory row for row after ${CHANGES} changes and ${KILLS} kills of all processes`,
  async () => {
    const random = mulberry32(3);
    await start('server');
    await start('writer');
    await start('crawler');
    await start('mirror');
    for (let killed = 0; killed < KILLS; killed += 1) {
      const enough = ((killed + 1) * CHANGES) / KILLS;
      while (changed < enough) {
        expect(running.get('writer')?.exitCode, 'the writer has ended by itself').toBeNull();
        await wait(50);
      }
      await wait(500 * random());
      await restart((['mirror', 'crawler', 'server', 'writer'] as const)[killed % 4] ?? 'mirror');
    }
    await kill('crawler');
    await kill('writer');
    await kill('mirror');
    const last = spawnProgram(programs.mirror().slice(0, -2));
    expect(await once(last, 'exit')).toEqual([0, null]);
    await kill('server');
    const held = await heldRecords();
    expect(changed).toBeGreaterThanOrEqual(CHANGES);
    expect(held.length).toBeGreaterThan(SITES / 10);
    expect(held.filter(({ status }) => status === 'valid').length, 'of the crawler').toBeGreaterThan(KILLS);
    expect(readCopy(join(folder, 'copy'))).toEqual(held);
  },
  LIMIT_MS,
);
