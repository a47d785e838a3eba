import { type CrawlOptions, crawl } from '../../src/crawl/crawl.ts';
import type { CrawlReport } from '../../src/crawl/steps/settle.ts';
import { silentLog } from '../../src/runtime/log.ts';
import type { SeededOwner } from '../../src/store/store.ts';
import type { TestStore } from '../store/test-store.ts';
import { type FakeNet, fakeNet, type Said } from './fake-net.ts';
import { testVisitTools } from './test-visit-tools.ts';

/** File without links to its site. */
export const FILE = '# Site\n\n> A site.\n\n## Docs\n\n- [Guide](https://other.example/): notes\n';

/** Returns the first names of an endless series. */
export const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `site${String(i).padStart(3, '0')}.example`);

/** Stored data of a verified owner. */
export const ownedBy = (domain: string): SeededOwner => ({
  domain,
  verified_at: '2026-01-01T00:00:00.000Z',
  description: null,
  tags: [],
  nested_llms_txt: [],
  contact: null,
});

/** Creates a web in which each llms.txt answers as the test sets, and other URLs do not exist. */
export function webWhere(fileOf: (host: string) => Said): FakeNet {
  return fakeNet(
    new Proxy<Record<string, Said>>(
      {},
      {
        get(_, url) {
          const { hostname, pathname } = new URL(String(url));
          return pathname === '/llms.txt' ? fileOf(hostname) : 404;
        },
      },
    ),
  );
}

let runs = 0;

/** Runs a scheduled crawl over such a web at the store's time. */
export function crawlWhere(
  fileOf: (host: string) => Said,
  test: TestStore,
  over: Partial<CrawlOptions> = {},
): Promise<CrawlReport> {
  return crawl({
    store: test.store,
    tools: testVisitTools(webWhere(fileOf), { now: () => test.clock.now }),
    log: silentLog,
    run: { id: `run-${runs++}`, kind: 'scheduled' },
    worker: 'test',
    ...over,
  });
}
