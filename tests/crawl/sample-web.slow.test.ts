import { beforeAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlReport } from '../../src/crawl/steps/settle.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openLocalWeb, seedWeb } from '../../src/sandbox/local-web.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { readTestWeb, TEST_WEB_FOLDERS } from '../sandbox/test-web.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { folderOfFile } from '../temp-folder.ts';
import { testVisitTools } from './test-visit-tools.ts';

const web = await readTestWeb();

const dataDir = folderOfFile();
const sandbox = await startSandbox({ sites: web, dataDir, now: Date.now });
const net = createNet({ servers: [], userAgent: 'llms-txt-directory/1 (+https://x.example)', sandbox, now: Date.now });
const test = await openEmbeddedTestStore();
test.clock.now = Date.now();
closeAfterAll(net, sandbox, test);
await seedWeb(test.store, await openLocalWeb({ dataDir, folders: TEST_WEB_FOLDERS }));

let runs = 0;
const again = () =>
  crawl({
    store: test.store,
    tools: testVisitTools(net, {
      pacing: createPacing({ gapMs: 0, now: Date.now }),
      isHostAllowed: sandbox.isMapped,
    }),
    log: silentLog,
    run: { id: `run-${runs++}`, kind: 'on-demand' },
    worker: 'test',
    // Limit concurrency, because origin, database and crawler share one thread.
    concurrency: 8,
    domains: web.names(),
  });

describe('a crawl of the sample web through DNS, TLS, guard and store', () => {
  let first: CrawlReport;
  // About ten seconds on an idle machine.
  beforeAll(async () => {
    first = await again();
  });

  it('visits each site without an internal error', () => {
    expect(first).toMatchObject({ visited: web.sites.length, errors: 0, lost: 0, broken: false });
    expect(web.sites.length).toBeGreaterThanOrEqual(60);
  });

  it.each(web.sites.map((site) => [site.domain, site.shows, site.expect] as const))(
    'gives %s (%s) the result of its folder',
    async (domain, _, expected) => {
      const facts = await test.store.lookup(domain);
      expect({ status: facts?.status, tier: facts?.tier }).toEqual(expected);
    },
  );

  it.each([
    ['lumendb.example', 'US', 'https://lumendb.example/llms-full.txt', 11],
    ['baeckerei-morgenrot.example', 'DE', null, 7],
    ['porto-azul-dados.example', 'BR', null, 7],
    ['shanhe-tea.example', 'TW', null, 5],
    ['bokcafe-lyktan.example', 'FI', null, 4],
    ['lighthouse-keepers.example', null, null, 4],
    ['utf16-radio-archive.example', 'GB', null, 2],
    ['www-only.example', null, null, 2],
    ['star-catalogue.example', null, null, 6_000],
  ])('stores for %s the country %s, the llms-full.txt %s and %i links', async (domain, country, full, links) => {
    expect(await test.store.lookup(domain)).toMatchObject({ country, llms_full_txt: full, links });
  });

  it('changes nothing in a second crawl and sends conditional requests', async () => {
    const before = await test.store.stats();
    const second = await again();
    expect(second).toMatchObject({ visited: web.sites.length, broken: false, errors: 0 });
    expect(second.notModified).toBeGreaterThanOrEqual(0.9 * first.statuses.valid);
    expect(second.statuses).toEqual(first.statuses);
    expect({ ...(await test.store.stats()), last_checked: null }).toEqual({ ...before, last_checked: null });
    expect(await test.query('select type from directory.alerts')).toEqual([]);
    expect(await test.store.verifyCounters()).toEqual([]);
  });
});
