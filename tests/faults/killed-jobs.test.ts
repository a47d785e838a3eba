import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyCopy } from '../../src/jobs/backup/read-copy.ts';
import { openStore } from '../../src/store/open-store.ts';
import { LISTED, MINUTE, visitOf } from '../store/sample-visit.ts';

const SITES = 1_000;
const KILLS = 8;

const root = resolve(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'killed-jobs-'));
const site = join(dataDir, 'site');

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
beforeAll(async () => {
  const store = await openStore({ dataDir, access: 'own' });
  try {
    const names = Array.from({ length: SITES }, (_, i) => `site-${String(i).padStart(4, '0')}.example`);
    await store.track(names);
    await store.openRun({ id: 'first', kind: 'scheduled' });
    const leased = await store.lease({ run: 'first', worker: 'test', limit: SITES, leaseMs: 5 * MINUTE });
    const at = Date.now();
    for (const one of leased) {
      const text = { hash: one.state.domain, body: `# ${one.state.domain}\n${'text '.repeat(400)}` };
      await store.apply(visitOf(one, 'first', at, { ...LISTED, title: one.state.domain }, { text }));
    }
  } finally {
    await store.close();
  }
});

function start(...argv: string[]): ChildProcess {
  return spawn(process.execPath, [join(root, 'bin/directory.ts'), ...argv], {
    cwd: root,
    // Vite sets a BASE_URL of its own.
    env: { ...process.env, DATA_DIR: dataDir, BASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function run(...argv: string[]): Promise<void> {
  const [code] = await once(start(...argv), 'exit');
  expect(code, argv.join(' ')).toBe(0);
}

/** Kills the command this long after it began to do what `hasBegun` sees. False when it had ended before. */
async function killed(argv: readonly string[], hasBegun: () => boolean, afterMs: number): Promise<boolean> {
  const job = start(...argv);
  const ended = once(job, 'exit');
  while (!hasBegun() && job.exitCode === null) await wait(5);
  await wait(afterMs);
  job.kill('SIGKILL');
  const [, signal] = await ended;
  return signal === 'SIGKILL';
}

it(`an export that is killed ${KILLS} times leaves no file that looks like a copy`, async () => {
  const file = join(dataDir, 'copy.gz');
  const unfinished = `${file}.unfinished`;
  let kills = 0;
  for (let i = 0; i < KILLS; i++) {
    rmSync(unfinished, { force: true });
    if (await killed(['export', file], () => existsSync(unfinished), 40 * i)) kills += 1;
    if (existsSync(file)) {
      await expect(verifyCopy(file)).resolves.toBeDefined();
      rmSync(file);
    }
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS / 2);
  await run('export', file);
  expect((await verifyCopy(file)).manifest.counts['domains']).toBe(SITES);
  expect(existsSync(unfinished)).toBe(false);
});

it(`a build that is killed ${KILLS} times has the same files in the end, none of them cut`, async () => {
  await run('build');
  const whole = hashFiles();
  expect(whole.size).toBeGreaterThan(SITES);
  for (const folder of ['site', 'site-state']) rmSync(join(dataDir, folder), { recursive: true, force: true });

  let kills = 0;
  for (let i = 0; i < KILLS; i++) {
    if (await killed(['build'], () => existsSync(join(site, 'domain')), 1_000 * i)) kills += 1;
    for (const [path, hash] of hashFiles(isPageOfADomain)) expect(hash, path).toBe(whole.get(path));
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS / 2);
  await run('build');
  const rebuilt = hashFiles();
  expect(
    [...new Set([...whole.keys(), ...rebuilt.keys()])].filter((path) => whole.get(path) !== rebuilt.get(path)),
  ).toEqual([]);
});

const isPageOfADomain = (path: string) => /^domain\/site-\d+/.test(path);

/** Path to hash, but for the search index, whose files have names of their own with every build. */
function hashFiles(includes: (path: string) => boolean = () => true): Map<string, string> {
  if (!existsSync(site)) return new Map();
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('pagefind') && includes(path))
    .filter((path) => statSync(join(site, path)).isFile());
  return new Map(
    paths.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(site, path)))
        .digest('hex'),
    ]),
  );
}
