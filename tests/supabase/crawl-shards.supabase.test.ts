import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlReport } from '../../src/crawl/steps/settle.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openLocalWeb, seedWeb } from '../../src/sandbox/local-web.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { readTestWeb, TEST_WEB_FOLDERS } from '../sandbox/test-web.ts';
import type { TestStore } from '../store/test-store.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

const SHARDS = 4;
const web = await readTestWeb();

describe.runIf(findPostgrest() !== null)('crawl by four crawlers with one queue in Supabase', () => {
  let opened: TestStore;
  let reports: readonly CrawlReport[];
  const visits = new Map<string, number>();
  let close = async () => {};

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shards-'));
    const sandbox = await startSandbox({ sites: web, dataDir, now: Date.now });
    opened = await openStackTestStore();
    opened.clock.now = Date.now();
    const nets = Array.from({ length: SHARDS }, () =>
      createNet({ servers: [], userAgent: 'llms-txt-directory/1 (+https://x.example)', sandbox, now: Date.now }),
    );
    close = async () => {
      for (const net of nets) await net.close();
      await sandbox.close();
      await opened.close();
      await rm(dataDir, { recursive: true });
    };
    await seedWeb(opened.store, await openLocalWeb({ dataDir, folders: TEST_WEB_FOLDERS }));
    // Visit only domains that are due now by the database's clock.
    reports = await Promise.all(
      nets.map((net, i) =>
        crawl({
          store: opened.store,
          tools: testVisitTools(net, {
            pacing: createPacing({ gapMs: 0, now: Date.now }),
            isHostAllowed: sandbox.isMapped,
          }),
          log: silentLog,
          run: { id: `shard-${i}`, kind: 'scheduled' },
          worker: `shard ${i}`,
          concurrency: 4,
          onVisit: ({ domain }) => void visits.set(domain, (visits.get(domain) ?? 0) + 1),
        }),
      ),
    );
  });
  afterAll(() => close());

  it('visits every site once', () => {
    expect([...visits.keys()].toSorted()).toEqual([...web.names()].toSorted());
    expect([...visits].filter(([, times]) => times !== 1)).toEqual([]);
    expect(reports.reduce((sum, { visited }) => sum + visited, 0)).toBe(web.sites.length);
    for (const report of reports) expect(report).toMatchObject({ errors: 0, broken: false });
  });

  it('shares the work', () => {
    expect(reports.filter(({ visited }) => visited > 0).length).toBeGreaterThan(1);
  });

  it('stores the expected status of every site, and exact counters', async () => {
    const wrong: unknown[] = [];
    for (const { domain, expect: expected } of web.sites) {
      const facts = await opened.store.lookup(domain);
      if (facts?.status !== expected.status || facts.tier !== expected.tier)
        wrong.push({ domain, expected, status: facts?.status, tier: facts?.tier });
    }
    expect(wrong).toEqual([]);
    expect(await opened.store.verifyCounters()).toEqual([]);
  });
});
