import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebSource } from '../../src/sandbox/web-source.ts';
import type { Store } from '../../src/store/store.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { answerWithFile, EXAMPLE_WEB } from '../sandbox/example-web.ts';
import { endProgram, sandboxSettings, startProgram } from '../start-program.ts';
import { folderOfFile } from '../temp-folder.ts';

const CRAWLERS = 4;
const KILL_EVERY_MS = 2_500;
/** Length of a lease. Domains of a killed crawler wait this long. */
const LEASE_MS = 60_000;
/** Time after which the run of a killed crawler ends. */
const RUN_OVER_MS = 6 * 60_000;
const ANSWER_MS = 150;

/** Directory that crawlers with these settings share. */
export interface Shared {
  readonly store: Store;
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface KilledCrawlersOptions {
  readonly sites: number;
  readonly kills: number;
}

/** Tests that four crawlers lose nothing, write nothing twice and visit no site too early despite SIGKILL. */
export function describeKilledCrawlers(
  name: string,
  { sites, kills }: KilledCrawlersOptions,
  openShared: (dataDir: string, now: () => number) => Promise<Shared>,
): void {
  const names = Array.from({ length: sites }, (_, i) => `site-${String(i).padStart(4, '0')}.example`);
  /** Request times of each site's file. */
  const asked = new Map<string, number[]>();
  /** Time added to the clock of the store after the kills. */
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const crawlers = new Set<ChildProcess>();
  const dataDir = folderOfFile();
  let shared: Shared | undefined;
  let sandbox: Sandbox | undefined;

  beforeAll(async () => {
    shared = await openShared(dataDir, now);
    sandbox = await startSandbox({ sites: web, dataDir, now: Date.now });
  });
  afterAll(async () => {
    for (const crawler of crawlers) crawler.kill('SIGKILL');
    await shared?.close();
    await sandbox?.close();
  });

  const web: WebSource = {
    ...EXAMPLE_WEB,
    names: () => names,
    records: (name) => (name.startsWith('www.') ? null : { a: 'origin', aaaa: [], txt: [] }),
    certificateNames: () => ['all.example', ...names],
    async answer(request) {
      const { host, path } = request;
      if (path === '/llms.txt') asked.set(host, [...(asked.get(host) ?? []), now()]);
      return { ...(await answerWithFile(request)), delayMs: ANSWER_MS };
    },
  };

  function startCrawler(sandbox: Sandbox, { settings }: Shared, shard: number): void {
    const args = ['crawl', '--concurrency', '8', '--shard', `${shard}/${CRAWLERS}`];
    const crawler = startProgram(args, { DATA_DIR: dataDir, ...sandboxSettings(sandbox), ...settings });
    crawlers.add(crawler);
    crawler.once('exit', () => crawlers.delete(crawler));
  }

  async function crawlLeftovers(store: Store, sandbox: Sandbox): Promise<void> {
    const net = createNet({ servers: [], userAgent: 'test/1 (+https://crawler.example)', sandbox, now });
    try {
      await crawl({
        store,
        tools: testVisitTools(net, { isHostAllowed: sandbox.isMapped, now }),
        log: silentLog,
        run: { id: 'leftovers', kind: 'scheduled' },
        worker: 'test',
        // Limit concurrency, because the sandbox shares this process and too many sites would time out.
        concurrency: 8,
      });
    } finally {
      await net.close();
    }
  }

  it(`loses and repeats nothing with ${CRAWLERS} crawlers on one queue in ${name}, with a kill every few seconds`, async () => {
    if (!shared || !sandbox) throw new Error('the directory did not open');
    const { store } = shared;
    await store.track(names);

    for (let shard = 1; shard <= CRAWLERS; shard++) startCrawler(sandbox, shared, shard);
    for (let killed = 0; killed < kills; killed++) {
      await wait(KILL_EVERY_MS);
      const [victim] = crawlers;
      if (victim) await endProgram(victim, 'SIGKILL');
      startCrawler(sandbox, shared, 1 + (killed % CRAWLERS));
    }
    while (crawlers.size > 0) await wait(200);
    // Domains of the last victim return after its lease, and its held results after its run.
    aheadMs = RUN_OVER_MS;
    await crawlLeftovers(store, sandbox);

    expect(await store.stats()).toMatchObject({ domains_tracked: sites, valid_llms_txt: sites, pending: 0 });
    expect(await store.verifyCounters()).toEqual([]);
    const tooSoon = [...asked].flatMap(([host, times]) =>
      times.flatMap((at, i) => {
        const before = times[i - 1];
        return before !== undefined && at - before < LEASE_MS - 5_000 ? [`${host} after ${at - before} ms`] : [];
      }),
    );
    expect(tooSoon).toEqual([]);
    await store.openRun({ id: 'looking', kind: 'on-demand' });
    const lease = { run: 'looking', worker: 'test', limit: 1_000, leaseMs: 1_000 };
    const claimed = await store.lease({ ...lease, domains: names });
    expect(claimed).toHaveLength(sites);
    const twice = claimed.filter(({ state }) => state.uptime.reduce((sum, { total }) => sum + total, 0) !== 1);
    expect(twice.map(({ state }) => state.domain)).toEqual([]);
    const details = await store.getDetails(names);
    expect(details.filter(({ history }) => history.length !== 1)).toEqual([]);
  });
}
