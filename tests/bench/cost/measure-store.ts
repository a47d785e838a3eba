import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { crawl } from '../../../src/crawl/crawl.ts';
import { createNet } from '../../../src/fetch/create-net.ts';
import type { Net } from '../../../src/fetch/net.ts';
import { createPacing } from '../../../src/fetch/pacing.ts';
import { writeCopy } from '../../../src/jobs/backup/write-copy.ts';
import { writeSnapshot } from '../../../src/jobs/snapshot/write-snapshot.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import type { WebSource } from '../../../src/sandbox/web-source.ts';
import { createStore } from '../../../src/store/create-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { testVisitTools } from '../../crawl/test-visit-tools.ts';
import { MIGRATIONS } from '../../store/embedded-test-store.ts';
import { startLocalStack } from '../../supabase/local-stack.ts';
import { mapReads } from './cost-figures.ts';

/** Average costs of one visit. */
export interface VisitCosts {
  readonly requests: number;
  /** Bytes of bodies from sites. */
  readonly siteBytes: number;
  readonly databaseCalls: number;
  /** Bytes of bodies in answers of the database. */
  readonly databaseBytes: number;
  /** Bytes of bodies in calls of the database. */
  readonly writtenBytes: number;
  readonly cpuMs: number;
}

/** Bytes that jobs read from the database per site. */
export interface JobReads {
  /** Bytes for a changed site. */
  readonly build: number;
  /** Bytes for the days of all last visits. */
  readonly lastVisits: number;
  /** Bytes for a snapshot from the store alone, and for an update with 1 % of the sites changed. */
  readonly snapshot: number;
  readonly nextSnapshot: number;
  readonly wholeCopy: number;
  /** Bytes after a visit of every site, with 1 % changed. */
  readonly copyOfChanges: number;
}

export interface StoreCosts {
  readonly sites: number;
  /** Mean bytes of the values of a site, without headers of pages and indexes. */
  readonly meanBytes: number;
  /** Bytes of the values of a site with a file of median length. */
  readonly medianBytes: number;
  /** Bytes of tables with TOAST, indexes and free space, without the bytes of an empty database. */
  readonly diskBytes: number;
  /** Bytes of tables and indexes of an empty database, for all sites together. */
  readonly emptyBytes: number;
  /** Mean bytes of values by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly first: VisitCosts;
  /** Costs without changes. */
  readonly unchanged: VisitCosts;
  /** Costs with 1 % of the sites changed. */
  readonly changed: VisitCosts;
  /** Domains in the change log after the visit without changes, and after the visit with 1 % changed. */
  readonly stamped: Readonly<Record<'unchanged' | 'changed', number>>;
  readonly jobs: JobReads;
}

const ONE_IN = 100;
/** Concurrent visits. The number is low, so that no request times out while it waits for the CPU. */
const AT_ONCE = 4;
/** Bytes of a row without its values. */
const ROW_BYTES = 28;
/** Sites near the median, as a share of all. */
const MEDIAN_SHARE = 0.05;

/** Crawls a web three times with PostgreSQL: new, without changes, and with 1 % of the sites changed. */
export async function measureStore(web: WebSource): Promise<StoreCosts> {
  const folder = mkdtempSync(join(tmpdir(), 'cost-'));
  const changing = changingWeb(web);
  const sandbox = await startSandbox({ sites: changing.web, dataDir: folder, now: Date.now });
  const stack = await startLocalStack({ migrations: MIGRATIONS });
  const net = createNet({ servers: [], userAgent: 'cost/1', sandbox, now: Date.now });
  const owner = await stack.connect();
  const counter = createCounter(net);
  const store = createStore({ url: stack.url, key: stack.secretKey, fetch: counter.fetch });
  const names = web.names();
  const visit = async (id: string): Promise<VisitCosts> => {
    counter.reset();
    const { visited } = await crawl({
      // Skip the word list, which is rebuilt once a day, regardless of visits.
      store: { ...store, countWords: async () => {} },
      tools: testVisitTools(counter.net, {
        pacing: createPacing({ gapMs: 0, now: Date.now }),
        isHostAllowed: sandbox.isMapped,
      }),
      log: silentLog,
      run: { id, kind: 'on-demand' },
      worker: 'cost',
      domains: names,
      concurrency: AT_ONCE,
    });
    return counter.perVisit(visited);
  };
  const stampedAfter = async (cursor: string) => {
    let at = cursor;
    for (let stamped = 0; ; ) {
      const { changes, cursor: next, more } = await store.listChanges(at, 1_000);
      stamped += changes.length;
      at = next;
      if (!more) return { stamped, cursor: at };
    }
  };
  try {
    const emptyBytes = await measureDisk(owner);
    await store.track(names);
    const first = await visit('first');
    const before = await stampedAfter('');
    const unchanged = await visit('unchanged');
    const quiet = await stampedAfter(before.cursor);
    const values = await measureValues(owner);
    const jobs = measureJobs(store, folder, counter.bytesOf);
    const firstJobs = await jobs.first();
    changing.change();
    const changed = await visit('changed');
    const loud = await stampedAfter(quiet.cursor);
    return {
      sites: names.length,
      ...values,
      diskBytes: (values.diskBytes - emptyBytes) / names.length,
      emptyBytes,
      first,
      unchanged,
      changed,
      stamped: { unchanged: quiet.stamped, changed: loud.stamped },
      jobs: mapReads({ ...firstJobs, ...(await jobs.later()) }, (bytes) => bytes / names.length),
    };
  } finally {
    await owner.end();
    await net.close();
    await stack.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}

/** Measures the reads of jobs, first for all sites, then for changes. */
function measureJobs(store: Store, folder: string, bytesOf: (job: () => Promise<unknown>) => Promise<number>) {
  const snapshots = join(folder, 'snapshots');
  const writeDay = (date: string) => writeSnapshot({ store, folder: snapshots, date, baseUrl: 'https://dir.example' });
  const base = join(folder, 'whole.gz');
  const copy = (file: string, options: { readonly base?: string }) =>
    writeCopy(file, { store, now: Date.now, ...options });
  return {
    first: async () => ({
      build: await bytesOf(() => readAllDetails(store)),
      lastVisits: await bytesOf(() => store.readLastVisits()),
      snapshot: await bytesOf(() => writeDay('2026-11-20')),
      wholeCopy: await bytesOf(() => copy(base, {})),
    }),
    later: async () => ({
      nextSnapshot: await bytesOf(() => writeDay('2026-11-21')),
      copyOfChanges: await bytesOf(() => copy(join(folder, 'changes.gz'), { base })),
    }),
  };
}

async function readAllDetails(store: Store): Promise<void> {
  for (let at: string | null = null; ; ) {
    const { changes, cursor, more }: Awaited<ReturnType<Store['listChanges']>> = await store.listChanges(at, 200);
    await store.getDetails(changes.map(({ domain }) => domain));
    if (!more) return;
    at = cursor;
  }
}

/** Creates a web in which 1 % of the files get another section on change. */
function changingWeb(web: WebSource) {
  const changing = new Set(web.names().filter((_, at) => at % ONE_IN === 0));
  let hasChanged = false;
  return {
    change: () => {
      hasChanged = true;
    },
    web: {
      ...web,
      answer: async (request) => {
        const answer = await web.answer(request);
        const isChanged = hasChanged && changing.has(request.host) && answer.status === 200;
        if (!isChanged) return answer;
        const body = Buffer.concat([
          answer.body,
          Buffer.from('\n\n## News\n\n- [What is new](/new): since yesterday\n'),
        ]);
        return { ...answer, headers: { ...answer.headers, etag: '"changed"' }, body };
      },
    } satisfies WebSource,
  };
}

function createCounter(net: Net) {
  const zero = { requests: 0, siteBytes: 0, databaseCalls: 0, databaseBytes: 0, writtenBytes: 0 };
  const counted = { ...zero };
  let cpu = process.cpuUsage();
  const counting: Net = {
    ...net,
    openSession: () => {
      const { fetch: request, close } = net.openSession();
      return {
        close,
        fetch: async (asked) => {
          const answer = await request(asked);
          counted.requests += answer.chain.length;
          counted.siteBytes += answer.body.byteLength;
          return answer;
        },
      };
    },
  };
  const countedFetch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    counted.databaseCalls += 1;
    counted.writtenBytes += String(init?.body ?? '').length;
    counted.databaseBytes += (await answer.clone().arrayBuffer()).byteLength;
    return answer;
  };
  return {
    net: counting,
    fetch: countedFetch,
    reset: () => {
      Object.assign(counted, zero);
      cpu = process.cpuUsage();
    },
    bytesOf: async (job: () => Promise<unknown>): Promise<number> => {
      const before = counted.databaseBytes;
      await job();
      return counted.databaseBytes - before;
    },
    perVisit: (visited: number): VisitCosts => {
      const { user, system } = process.cpuUsage(cpu);
      const each = Object.entries(counted).map(([name, sum]) => [name, sum / visited]);
      return { ...Object.fromEntries(each), cpuMs: (user + system) / 1_000 / visited };
    },
  };
}

/** Returns a web with every `step`th site. */
export function toSample(web: WebSource, step: number): WebSource {
  return { ...web, names: () => web.names().filter((_, at) => at % step === 0) };
}

/** Measures values in tables with rows per site. Each text counts for its sites. */
async function measureValues(
  owner: pg.Client,
): Promise<Pick<StoreCosts, 'meanBytes' | 'medianBytes' | 'diskBytes' | 'tables'>> {
  await owner.query('vacuum analyze');
  const { rows: tables } = await owner.query<{ name: string; size: string }>(`
    select c.relname as name, string_agg(format('coalesce(pg_column_size(x.%I), 0)', a.attname), ' + ') as size
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r'
    group by c.relname having bool_or(a.attname = 'domain')`);
  const parts = tables.map(
    ({ name, size }) => `select '${name}' as name, x.domain, ${ROW_BYTES} + ${size} as bytes from directory.${name} x`,
  );
  parts.push(`select 'texts', u.domain, ${ROW_BYTES} + 64 + octet_length(t.packed) from directory.texts t
    join (select v.domain, v.text_hash from directory.versions v union
      select i.domain, i.text_hash from directory.files i) u on u.text_hash = t.hash`);
  const all = `with parts as (${parts.join(' union all ')}), sites as (
    select d.domain, (select v.bytes from directory.versions v where v.domain = d.domain
      order by v.version desc limit 1) as file
    from directory.domains d)`;
  const sum = async (sql: string) => (await owner.query(`${all} ${sql}`)).rows;
  const byTable = await sum(`select p.name, sum(p.bytes)::float8 / (select count(*) from sites) as bytes
    from parts p join sites s using (domain) group by 1 order by 2 desc`);
  const [median] = await sum(`, placed as (
      select s.domain, percent_rank() over (order by s.file) as place from sites s where s.file is not null)
    select sum(b.bytes)::float8 / count(distinct m.domain) as bytes
    from placed m join parts b using (domain) where m.place between 0.5 - ${MEDIAN_SHARE} and 0.5 + ${MEDIAN_SHARE}`);
  return {
    meanBytes: byTable.reduce((total, { bytes }) => total + bytes, 0),
    medianBytes: median.bytes,
    diskBytes: await measureDisk(owner),
    tables: Object.fromEntries(byTable.map(({ name, bytes }) => [name, bytes])),
  };
}

/** Measures the bytes of all tables with TOAST, indexes and free space. */
async function measureDisk(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>(`select sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class c where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r'`);
  return rows[0]?.bytes ?? 0;
}
