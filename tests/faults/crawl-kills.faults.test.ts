import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import { createVisitTools } from '../../src/crawl/visit/visit-tools.ts';
import { createContext } from '../../src/runtime/context.ts';
import { parseEnv } from '../../src/runtime/env.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebSource } from '../../src/sandbox/web-source.ts';
import { openStore } from '../../src/store/open-store.ts';
import { ownedBy } from '../crawl/fake-crawl.ts';
import { EXAMPLE_WEB } from '../sandbox/example-web.ts';
import { queryFolder } from './query-folder.ts';

/** Number of kills, at different moments. `CRAWL_KILLS=100` tries more. */
const KILLS = Number(process.env['CRAWL_KILLS'] ?? 10);
const SITES = 80;
/** Number of broken sites. Twenty would open the breaker. */
const BROKEN = 10;
const MINUTE_MS = 60_000;
/**
 * Delay of answers during kills, in ms. With few concurrent requests, a run takes longer than RUN_MS, so a kill hits any step.
 */
const SLOW_MS = 200;
const RUN_MS = 4_000;

const names = Array.from({ length: SITES }, (_, i) => `site-${String(i).padStart(2, '0')}.example`);
const broken = new Set(names.slice(0, BROKEN));
const root = resolve(import.meta.dirname, '../..');
const dataDir = await mkdtemp(join(tmpdir(), 'kills-'));
let sandbox: Sandbox | undefined;

afterAll(async () => {
  await sandbox?.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface WebState {
  /** True if ten of the eighty sites have no file. */
  failing: boolean;
  delayMs: number;
  /** Called for every request. */
  asked: () => void;
}

function web(state: WebState): WebSource {
  const text = (status: number, body: string) => ({
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(body),
    delayMs: state.delayMs,
  });
  return {
    ...EXAMPLE_WEB,
    names: () => names,
    async answer({ host, path }) {
      state.asked();
      if (path === '/') return text(200, 'Home.\n');
      if (path !== '/llms.txt' || (state.failing && broken.has(host.replace(/^www\./, ''))))
        return text(404, 'Not here.\n');
      return text(
        200,
        `# ${host}\n\n> A site that stays.\n\n## Pages\n\n- [Home](https://${host}/): where it starts\n`,
      );
    },
  };
}

it(`survives ${KILLS} kills without a lost domain, a double write or a double alert`, async () => {
  const state: WebState = { failing: false, delayMs: 0, asked: () => {} };
  sandbox = await startSandbox({ sites: web(state), dataDir, now: Date.now });
  const env = parseEnv({ DATA_DIR: dataDir });

  /** Runs a crawl in this process with a clock that is `ahead`. */
  const runNow = async (domains: readonly string[], aheadMs: number) => {
    const now = () => Date.now() + aheadMs;
    const context = await createContext(env, { access: 'own', sandbox: sandbox ?? null, log: silentLog });
    await context.store.close();
    const store = await openStore({ dataDir, access: 'own', now });
    try {
      await store.track(domains);
      if (aheadMs < -60 * MINUTE_MS) {
        await store.setOwners([...broken].map(ownedBy));
      }
      return await crawl({
        store,
        tools: createVisitTools({ ...context, now }),
        log: context.log,
        run: { id: `test ${aheadMs}`, kind: 'on-demand' },
        worker: 'test',
        domains,
        // Limit concurrency, because the sandbox shares this process and too many sites would time out.
        concurrency: 8,
      });
    } finally {
      await context.net.close();
      await store.close();
    }
  };

  expect((await runNow(names, -120 * MINUTE_MS)).statuses).toMatchObject({ valid: SITES });
  state.failing = true;
  // The first failure changes no status. A second failure at least fifteen minutes later does.
  expect((await runNow([...broken], -30 * MINUTE_MS)).statuses).toMatchObject({ valid: BROKEN });

  const settings = {
    ...process.env,
    // Set it, because the test runner sets another value.
    BASE_URL: env.BASE_URL,
    DATA_DIR: dataDir,
    SANDBOX_ORIGIN: sandbox.origin,
    SANDBOX_CA: sandbox.caFile,
    SANDBOX_DNS: sandbox.dns,
  };
  state.delayMs = SLOW_MS;
  for (let killed = 0; killed < KILLS; ) {
    const begun = new Promise<void>((resolve) => {
      state.asked = resolve;
    });
    const crawler = spawn(process.execPath, ['bin/directory.ts', 'crawl', '--concurrency', '4', ...names], {
      cwd: root,
      env: settings,
      stdio: 'ignore',
    });
    const ended = once(crawler, 'exit');
    await Promise.race([ended, begun]);
    await Promise.race([ended, wait(Math.random() * RUN_MS)]);
    if (crawler.exitCode === null) killed += 1;
    crawler.kill('SIGKILL');
    const [code] = await ended;
    expect([null, 0]).toContain(code);
  }
  state.delayMs = 0;

  await runNow(names, 20 * MINUTE_MS);
  const store = await openStore({ dataDir, access: 'own' });
  try {
    expect((await store.stats()).domains_tracked).toBe(SITES);
    const found = await Promise.all(names.map((domain) => store.lookup(domain)));
    expect(found.map((record) => record?.status)).toEqual(
      names.map((name) => (broken.has(name) ? 'invalid' : 'valid')),
    );
    expect(await store.verifyCounters()).toEqual([]);
  } finally {
    await store.close();
  }
  const alerts = await queryFolder(dataDir, 'select domain, type from directory.alerts order by domain');
  expect(alerts).toEqual([...broken].map((domain) => ({ domain, type: 'llms_txt.broken' })));
}, 900_000);
