import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../functions/sandbox/start-sandbox.ts';
import type { WebSource } from '../../functions/sandbox/web-source.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

const CRAWLERS = 4;
const SITES = Number(process.env['CROWD_SITES'] ?? 200);
const KILL_EVERY_MS = 2_500;
const KILLS = 5;
/** Of a lease: what a killed crawler had in hand is nobody's for this long. */
const LEASE_MS = 60_000;
const ANSWER_MS = 150;

const names = Array.from({ length: SITES }, (_, i) => `crowd-${String(i).padStart(4, '0')}.example`);
const root = resolve(import.meta.dirname, '../..');
const dataDir = await mkdtemp(join(tmpdir(), 'crowd-'));
/** When the file of each site was asked for. */
const asked = new Map<string, number[]>();
let sandbox: Sandbox | undefined;
let store: Store | undefined;
const crawlers = new Set<ChildProcess>();

afterAll(async () => {
  for (const crawler of crawlers) crawler.kill('SIGKILL');
  await store?.close();
  await sandbox?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const web: WebSource = {
  names: () => names,
  knows: (name) => name.endsWith('.example'),
  records: (name) => (name.startsWith('www.') ? null : { a: 'origin', aaaa: [], txt: [] }),
  certificate: () => 'valid',
  certificateNames: () => ['crowd.example', ...names],
  async answer({ host, path }) {
    if (path === '/llms.txt') asked.set(host, [...(asked.get(host) ?? []), Date.now()]);
    const isFile = path === '/llms.txt';
    return {
      status: isFile || path === '/a.md' ? 200 : 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: Buffer.from(
        isFile ? `# ${host}\n\n> A site.\n\n## Pages\n\n- [Home](https://${host}/a.md): a page\n` : 'A page.\n',
      ),
      delayMs: ANSWER_MS,
    };
  },
};

function startCrawler(open: Sandbox, shard: number): ChildProcess {
  const args = ['functions/crawl.ts', '--concurrency', '8', '--shard', `${shard}/${CRAWLERS}`];
  const env = {
    // Of this process only what a program needs to start: the test runner has settings of the same names.
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    SANDBOX_ORIGIN: open.origin,
    SANDBOX_CA: open.caFile,
    SANDBOX_DNS: open.dns,
  };
  const crawler = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
  crawlers.add(crawler);
  crawler.once('exit', () => crawlers.delete(crawler));
  return crawler;
}

it(`${CRAWLERS} crawlers over one queue, one killed every few seconds: nothing is lost, written twice, or visited too soon`, async () => {
  const open = await startSandbox({ sites: web, dataDir, now: Date.now });
  sandbox = open;
  // This process holds the database; the crawlers go through it, as they would through a hosted one.
  const directory = await openStore({ dataDir, access: 'own' });
  store = directory;
  await directory.track(names);

  for (let shard = 1; shard <= CRAWLERS; shard++) startCrawler(open, shard);
  for (let killed = 0; killed < KILLS; killed++) {
    await wait(KILL_EVERY_MS);
    const [victim] = crawlers;
    if (victim) {
      const gone = once(victim, 'exit');
      victim.kill('SIGKILL');
      await gone;
    }
    startCrawler(open, 1 + (killed % CRAWLERS));
  }
  while (crawlers.size > 0) await wait(200);
  expect((await directory.stats()).pending, 'the last kills left something in nobody’s hands').toBeGreaterThanOrEqual(
    0,
  );
  // What the last victim had in hand comes back with its lease; what it held back with its run.
  for (let round = 0; round < 8 && (await directory.stats()).pending > 0; round++) {
    await wait(LEASE_MS / 3);
    const last = startCrawler(open, 1);
    await once(last, 'exit');
  }

  expect(await directory.stats()).toMatchObject({ domains_tracked: SITES, valid_llms_txt: SITES, pending: 0 });
  expect(await directory.countAgain()).toEqual([]);
  const tooSoon = [...asked].flatMap(([host, times]) =>
    times.flatMap((at, i) => {
      const before = times[i - 1];
      return before !== undefined && at - before < LEASE_MS - 5_000 ? [`${host} after ${at - before} ms`] : [];
    }),
  );
  expect(tooSoon).toEqual([]);
  await directory.openRun({ id: 'looking', kind: 'on-demand' });
  const claimed = await directory.claim({
    run: 'looking',
    worker: 'test',
    limit: 1_000,
    leaseMs: 1_000,
    domains: names,
  });
  expect(claimed).toHaveLength(SITES);
  const twice = claimed.filter(({ state }) => state.uptime.reduce((sum, { total }) => sum + total, 0) !== 1);
  expect(twice.map(({ state }) => state.domain)).toEqual([]);
  const details = await directory.getDetails(names);
  expect(details.filter(({ history }) => history.length !== 1)).toEqual([]);
}, 280_000);
