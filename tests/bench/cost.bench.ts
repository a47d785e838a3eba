import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl } from '../../src/crawl/crawl.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import type { Net } from '../../src/fetch/net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { readSampleWeb } from '../../src/sandbox/sample-web.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { buildSite } from '../../src/site/build/build-site.ts';
import { createStore } from '../../src/store/create-store.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { fakeStore } from '../site/build/fake-store.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { startLocalStack } from '../supabase/local-stack.ts';
import { report } from './figure.ts';
import { fillEntries } from './fill-entries.ts';
import { generateDetails } from './generate-details.ts';

/**
 * What one entry, one visit and one built page cost in bytes and requests, and from these the table of docs/operating.md:
 * `npm run bench -- cost`. Everything is counted, nothing is timed: the figures are the same on every machine.
 */
const ENTRIES = 5_000;
const PAGES = 1_000;
const SIZES = [10_000, 100_000, 1_000_000];
/** Between the 6 hours and the 14 days of the etiquette: most files change within weeks. */
const DAYS_BETWEEN_VISITS = 2;
const DAYS_OF_A_MONTH = 30;
const KB = 1_000;
const GB = 1_000_000_000;

const folder = mkdtempSync(join(tmpdir(), 'cost-'));
const entry = await entryBytes();
const visit = await visitCosts();
const page = await pageBytes();
rmSync(folder, { recursive: true });

printFigure('database: one entry with a text, and a year of history', entry / KB, 'kB');
for (const [which, costs] of Object.entries(visit)) {
  printFigure(`${which} visit: requests to the site`, costs.requests, 'requests');
  printFigure(`${which} visit: bodies from the site`, costs.siteBytes / KB, 'kB');
  printFigure(`${which} visit: answers of the database`, costs.databaseBytes / KB, 'kB');
}
printFigure('built site: one entry, its share of lists and search index', page.bytes / KB, 'kB');
printFigure('built site: files of one entry', page.files, 'files');
for (const count of SIZES) {
  const visits = (count / DAYS_BETWEEN_VISITS) * DAYS_OF_A_MONTH;
  printFigure(`${count} entries: database`, (count * entry) / GB, 'GB');
  printFigure(`${count} entries: visits in a month`, visits, 'visits');
  printFigure(`${count} entries: bodies from sites in a month`, (visits * visit.unchanged.siteBytes) / GB, 'GB');
  printFigure(
    `${count} entries: egress of the database in a month`,
    (visits * visit.unchanged.databaseBytes) / GB,
    'GB',
  );
  printFigure(`${count} entries: built site`, (count * page.bytes) / GB, 'GB');
  printFigure(`${count} entries: built files`, count * page.files, 'files');
}

function printFigure(figure: string, value: number, unit: string): void {
  report({ bench: 'cost', figure, value, unit });
}

/** Tables, indexes and TOAST of PostgreSQL. */
async function entryBytes(): Promise<number> {
  const stack = await startLocalStack({ migrations: MIGRATIONS });
  const owner = await stack.connect();
  try {
    const size = `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r'`;
    const bytes = async () => (await owner.query<{ bytes: number }>(size)).rows[0]?.bytes ?? 0;
    const before = await bytes();
    for (const sql of fillEntries(ENTRIES)) await owner.query(sql);
    return ((await bytes()) - before) / ENTRIES;
  } finally {
    await owner.end();
    await stack.close();
  }
}

/** A crawl of the sample web, and one in which nothing has changed since. */
async function visitCosts() {
  const web = await readSampleWeb();
  const sandbox = await startSandbox({ sites: web, dataDir: folder, now: Date.now });
  const stack = await startLocalStack({ migrations: MIGRATIONS });
  const net = createNet({ servers: [], userAgent: 'cost/1', sandbox, now: Date.now });
  const counted = { requests: 0, siteBytes: 0, databaseBytes: 0 };
  const counting: Net = {
    ...net,
    openSession: () => {
      const { fetch: ask, close } = net.openSession();
      return {
        close,
        fetch: async (request) => {
          const answer = await ask(request);
          counted.requests += answer.chain.length;
          counted.siteBytes += answer.body.byteLength;
          return answer;
        },
      };
    },
  };
  const store = createStore({
    url: stack.url,
    key: stack.secretKey,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      counted.databaseBytes += (await answer.clone().arrayBuffer()).byteLength;
      return answer;
    },
  });
  const visits = async (id: string) => {
    Object.assign(counted, { requests: 0, siteBytes: 0, databaseBytes: 0 });
    const { visited } = await crawl({
      store,
      tools: testVisitTools(counting, {
        pacing: createPacing({ gapMs: 0, now: Date.now }),
        isHostAllowed: sandbox.isMapped,
      }),
      log: silentLog,
      run: { id, kind: 'on-demand' },
      worker: 'cost',
      domains: web.names(),
    });
    const { requests, siteBytes, databaseBytes } = counted;
    return { requests: requests / visited, siteBytes: siteBytes / visited, databaseBytes: databaseBytes / visited };
  };
  try {
    await store.track(web.names());
    return { first: await visits('first'), unchanged: await visits('second') };
  } finally {
    await net.close();
    await stack.close();
    await sandbox.close();
  }
}

async function pageBytes(): Promise<{ readonly bytes: number; readonly files: number }> {
  const outDir = join(folder, 'site');
  const build = { baseUrl: 'https://dir.example', serviceName: 'Directory', outDir, now: Date.now };
  const sizeOf = async (count: number) => {
    rmSync(outDir, { recursive: true, force: true });
    rmSync(`${outDir}-state`, { recursive: true, force: true });
    await buildSite({ ...build, store: fakeStore([...generateDetails(count)]).store });
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
    return { bytes, files: files.length };
  };
  // What every site has, whatever is listed, stands in both.
  const [few, many] = [await sizeOf(PAGES), await sizeOf(2 * PAGES)];
  return { bytes: (many.bytes - few.bytes) / PAGES, files: (many.files - few.files) / PAGES };
}
