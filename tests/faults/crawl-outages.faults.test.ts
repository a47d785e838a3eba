import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrawlOptions, crawl } from '../../src/crawl/crawl.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Store, StoreError } from '../../src/store/store.ts';
import { crawlWhere, FILE, names, ownedBy } from '../crawl/fake-crawl.ts';
import type { Said } from '../crawl/fake-net.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { type OpenWeb, openWeb } from '../simulation/open-web.ts';
import { startProgram } from '../start-program.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { useTestStore } from '../store/use-test-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('a crawl with clock jumps and pauses', () => {
  const test = useTestStore(openEmbeddedTestStore);

  const run = (said: (host: string) => Said, over: Partial<CrawlOptions> = {}) => crawlWhere(said, test, over);
  const fresh = async (count: number) => {
    await test.clear();
    await test.store.track(names(count));
    await test.store.setOwners(names(count).slice(0, 10).map(ownedBy));
    await run(() => FILE);
    expect(await test.store.stats()).toMatchObject({ valid_llms_txt: count });
  };
  const alerts = () => test.query('select type from directory.alerts');

  for (const [what, jumpMs] of [
    ['a day ahead', DAY_MS],
    ['a day back', -DAY_MS],
  ] as const) {
    it(`loses nothing, changes no status and sends no alert if the clock jumps ${what}`, async () => {
      await fresh(60);
      test.clock.now += 2 * DAY_MS;
      let visits = 0;
      await run((): Said => FILE, {
        domains: names(60),
        concurrency: 8,
        onVisit: () => {
          visits += 1;
          if (visits === 30) test.clock.now += jumpMs;
        },
      });
      expect(await test.store.stats()).toMatchObject({ domains_tracked: 60, valid_llms_txt: 60 });
      expect(await alerts()).toEqual([]);
      // After any jump, each site gets a visit within two weeks.
      test.clock.now += 15 * DAY_MS;
      const report = await run(() => FILE);
      expect(report).toMatchObject({ visited: 60, errors: 0 });
    });
  }
});

// Run these tests concurrently, because they mostly wait.
describe.concurrent('a crawl of a simulated web', () => {
  const SITES = 60;
  let web: OpenWeb;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outages-'));
    web = await openWeb({ seed: 3, count: SITES, startedAt: Date.now(), only: 'valid' });
  });
  afterAll(async () => {
    await web?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const visitAll = async (store: Store, over: Partial<CrawlOptions> = {}, now = Date.now) => {
    const net = web.openNet();
    try {
      return await crawl({
        store,
        tools: testVisitTools(net, {
          pacing: createPacing({ gapMs: 0, maxOpen: 8, now: Date.now }),
          isHostAllowed: web.endpoints.isMapped,
          now,
          random: Math.random,
        }),
        log: silentLog,
        run: { id: `run ${Math.random()}`, kind: 'scheduled' },
        worker: 'test',
        domains: web.truth.names(),
        ...over,
      });
    } finally {
      await net.close();
    }
  };
  /** Creates a store whose calls fail while `reasonToFail` returns a reason. */
  const failingStore = (store: Store, reasonToFail: (call: PropertyKey) => string | null): Store =>
    new Proxy(store, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          const reason = reasonToFail(name);
          if (reason !== null) throw new StoreError('unavailable', reason);
          return method.apply(target, args);
        };
      },
    });

  it('fails on a full disk, and completes after space is free', async () => {
    let aheadMs = 0;
    const now = () => Date.now() + aheadMs;
    const store = await openStore({ dataDir: join(folder, 'full'), access: 'own', now });
    try {
      await store.track(web.truth.names());
      let full = true;
      // PostgreSQL answers writes with 53100, and reads still work.
      const isWrite = (call: PropertyKey) => call === 'apply' || call === 'release';
      const disk = failingStore(store, (call) => (full && isWrite(call) ? 'could not extend file (53100)' : null));
      const failed = await visitAll(disk, { limit: 20 });
      expect(failed).toMatchObject({ visited: 0, errors: 20 });
      expect(await store.stats()).toMatchObject({ pending: SITES, valid_llms_txt: 0 });
      full = false;
      // Let the leases of failed visits expire.
      aheadMs = 2 * 60_000;
      expect(await visitAll(disk, {}, now)).toMatchObject({ errors: 0, lost: 0 });
      const stats = await store.stats();
      expect(stats.pending).toBe(0);
      expect(await store.verifyCounters()).toEqual([]);
    } finally {
      await store.close();
    }
  });

  it('changes nothing, sends no alert and exits with 3 if the resolver is dead', async () => {
    const dataDir = join(folder, 'resolver');
    const store = await openStore({ dataDir, access: 'own' });
    try {
      await store.track(web.truth.names());
      await store.setOwners(web.truth.names().slice(0, 5).map(ownedBy));
      await visitAll(store);
      const before = await store.stats();
      expect(before.valid_llms_txt).toBeGreaterThan(SITES * 0.9);
      // No server listens at the address of the resolver.
      const settings = { DATA_DIR: dataDir, SANDBOX_ORIGIN: web.endpoints.origin, SANDBOX_DNS: '127.0.0.1:9' };
      for (let again = 0; again < 2; again++) {
        const [code] = await once(startProgram(['crawl', ...web.truth.names()], settings), 'exit');
        expect(code).toBe(3);
      }
      expect(await store.stats()).toMatchObject({ valid_llms_txt: before.valid_llms_txt, verified: 5 });
      const failing = (await store.getDetails(web.truth.names())).filter(({ failure }) => failure?.kind === 'network');
      expect(failing).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
