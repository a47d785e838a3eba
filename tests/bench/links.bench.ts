import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { parsePageAddress } from '../../src/directory/page-address.ts';
import { resolvePage } from '../../src/directory/resolution.ts';
import type { FileLink } from '../../src/search/file-links.ts';
import { linkParts, parseLinkLine } from '../../src/search/link-parts.ts';
import type { Call } from '../../src/store/client.ts';
import { EXTENSIONS, emptyDatabase } from '../../src/store/embedded/database-snapshot.ts';
import { createLinkStore } from '../../src/store/links.ts';
import { createPageStore } from '../../src/store/pages.ts';
import { mulberry32 } from '../store/directory-model.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { startLocalStack } from '../supabase/local-stack.ts';
import { median, quantile, report } from './figure.ts';
import { generateDirectory, wordNumber } from './generate-directory.ts';
import { readIntoMemory } from './read-into-memory.ts';

/**
 * Searches of links at scale, from the words to the page: `npm run bench -- links [--count=20000]` on PGlite,
 * `npm run bench -- links --postgres [--count=100000] [--folder=F]` on PostgreSQL. Every site has 50 links. With `--resolution` only
 * from pages to their files, by default with 1,000,000 sites.
 */
type Query = (sql: string, params?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
interface Database {
  readonly query: Query;
  close(): Promise<void>;
}

const CALLS = 200;
const ROUNDS = 3;
const MAX_MS = 60;
const MAX_RESOLUTION_MS = 10;
const MAX_BATCH_MS = 60;
const LINKS = 50;
/** Files that are not like one another: each is that of ten sites. */
const SITES_PER_FILE = 10;
const FILES_PER_CALL = 200;

const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    count: { type: 'string' },
    folder: { type: 'string' },
    resolution: { type: 'boolean', default: false },
  },
});
const count = Number(values.count ?? (values.resolution ? 1_000_000 : values.postgres ? 100_000 : 20_000));
const random = mulberry32(7);
const below = (n: number) => Math.floor(random() * n);
/** Any word, as often as it stands in texts. */
const word = () => wordNumber(Math.floor(20_000 ** random()));
const words = (n: number) => Array.from({ length: n }, word).join(' ');
const titles: string[] = [];

const database = values.postgres ? await openPostgres() : await openPglite();
try {
  const files = generateFiles(Math.ceil(count / SITES_PER_FILE));
  const { rows } = await database.query('select count(*)::int as n from directory.link_parts');
  if (rows[0]?.['n'] !== count) await fill(database.query, files);
  await measure(database.query);
} finally {
  await database.close();
}

async function measure(query: Query): Promise<void> {
  const call = callOf(query);
  const { searchLinks } = createLinkStore(call, call);
  const { rows } = await query('select domain from directory.domains where visibility = 0 limit 1000');
  const domains = rows.map(({ domain }) => String(domain));
  const cases: [what: string, q: () => string, domain?: () => string][] = [
    ['any word', word],
    ['any two words', () => words(2)],
    ['any three words', () => words(3)],
    ['a question of six words', () => words(6)],
    ['the title of a link', () => titles[below(titles.length)] ?? ''],
    ['any two words of one site', () => words(2), () => domains[below(domains.length)] ?? ''],
  ];
  await measureResolution(query, call);
  if (values.resolution) return;
  for (const [what, q, domain] of cases) {
    const rounds: number[][] = [];
    // The first one warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const times: number[] = [];
      for (let i = 0; i < CALLS; i++) {
        const asked = { q: q(), domain: domain?.() ?? null, page: 1 + below(3), perPage: 20 };
        const start = performance.now();
        await searchLinks(asked);
        times.push(performance.now() - start);
      }
      rounds.push(times);
    }
    for (const share of [0.5, 0.95]) {
      report({
        bench: 'links',
        figure: `${what}: p${share * 100} on ${values.postgres ? 'PostgreSQL' : 'PGlite'} with ${count} sites`,
        value: median(rounds.slice(1).map((times) => quantile(times, share))),
        unit: 'ms',
        ...(share > 0.5 && { bar: { atMost: MAX_MS } }),
      });
    }
  }
}

/** From the address of a page to its file and its line there: one at a time, and a batch. */
async function measureResolution(query: Query, call: Call): Promise<void> {
  const { findPages } = createPageStore(call);
  const sample = await query(`
    select l.domain, l.links from directory.link_parts l join directory.domains d on d.domain = l.domain
    where l.visibility = 0 and d.status = 'valid' order by hashtext(l.domain) limit 5000`);
  const pages = sample.rows.flatMap(({ domain, links }) => {
    const lines = String(links).split('\n');
    const page = parsePageAddress(parseLinkLine(lines[below(lines.length)] ?? '').url);
    return page === null ? [] : [{ page, domains: [String(domain)] }];
  });
  const anyOf = (n: number) =>
    Array.from({ length: n }, () => pages[below(pages.length)]).filter((page) => page !== undefined);
  for (const [what, size, calls, atMost] of [
    ['a page', 1, CALLS, MAX_RESOLUTION_MS],
    ['a batch of 100 pages', 100, CALLS / 4, MAX_BATCH_MS],
  ] as const) {
    const rounds: number[][] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const times: number[] = [];
      for (let i = 0; i < calls; i++) {
        const asked = anyOf(size);
        const start = performance.now();
        const found = await findPages(asked);
        const resolved = found.map((sites, at) => asked[at] && resolvePage(asked[at].page, '', sites));
        times.push(performance.now() - start);
        if (resolved.some((each) => !each?.entry)) throw new Error('a page was not found in the file that lists it');
      }
      rounds.push(times);
    }
    report({
      bench: 'links',
      figure: `${what} resolved: p95 on ${values.postgres ? 'PostgreSQL' : 'PGlite'} with ${count} sites`,
      value: median(rounds.slice(1).map((times) => quantile(times, 0.95))),
      unit: 'ms',
      bar: { atMost },
    });
  }
}

function* generateFiles(n: number): Generator<readonly FileLink[]> {
  for (let file = 0; file < n; file++) {
    const links = Array.from({ length: LINKS }, (_, at) => ({
      title: words(3),
      url: `https://docs.site.example/${words(2).replace(' ', '/')}/${at}.md`,
      notes: words(8),
      section: `Section ${at % 5}`,
    }));
    titles.push(links[below(LINKS)]?.title ?? '');
    yield links;
  }
}

/** Writes the links of all sites that have been visited, as many to an empty index as to a full one. */
async function fill(query: Query, files: Iterable<readonly FileLink[]>): Promise<void> {
  const { rows: known } = await query('select count(*)::int as n from directory.domains');
  if (known[0]?.['n'] !== count) for (const sql of generateDirectory(count)) await query(sql);
  await query('create table directory.bench_files (n serial primary key, x jsonb)');
  let batch: unknown[] = [];
  const flush = async () => {
    await query('insert into directory.bench_files (x) select x from jsonb_array_elements($1::jsonb) x', [
      JSON.stringify(batch),
    ]);
    batch = [];
  };
  for (const links of files) {
    batch.push(linkParts(links, { domain: 'site.example', title: words(2), language: 'en' })[0]);
    if (batch.length === FILES_PER_CALL) await flush();
  }
  await flush();
  const { rows } = await query(
    `select indexdef from pg_indexes where schemaname = 'directory' and indexname = 'link_parts_words'`,
  );
  await query('drop index directory.link_parts_words');
  await query(`
    insert into directory.link_parts (domain, part, visibility, band, size, words, links, pages)
    select d.domain, 1, d.visibility, d.sort_key / 6, (f.x->>'size')::smallint, (f.x->>'words')::tsvector, f.x->>'links',
      array(select jsonb_array_elements_text(f.x->'pages')::int)
    from (select domain, visibility, sort_key, row_number() over (order by random()) as n from directory.domains) d
    join directory.bench_files f on f.n = d.n % (select count(*) from directory.bench_files) + 1`);
  await query('drop table directory.bench_files');
  await query('vacuum analyze directory.link_parts');
  if (values.resolution) return;
  await query(String(rows[0]?.['indexdef']));
  await query(`
    insert into directory.known_words (word, sites)
    select w.word, ceil(w.ndoc * ${Math.max(1, count / 2_000)})
    from ts_stat('select words from directory.link_parts order by domain limit 2000') w on conflict do nothing`);
  await query('analyze directory.known_words');
}

/** Calls of the database without a Data API between: its own time, and that of ranking. */
function callOf(query: Query): Call {
  return async (name, args, row) => {
    const given = Object.entries(args);
    const parameters = given.map(([parameter], at) => `${parameter} => $${at + 1}`).join(', ');
    const { rows } = await query(
      `select api.${name}(${parameters}) as answer`,
      given.map(([, value]) => asParameter(value)),
    );
    return row.parse(rows[0]?.['answer']);
  };
}

function asParameter(value: unknown): unknown {
  const isJson = Array.isArray(value) && value.some((one) => typeof one === 'object');
  return isJson ? JSON.stringify(value) : value;
}

async function openPglite(): Promise<Database> {
  const db = await PGlite.create({
    dataDir: 'memory://',
    extensions: EXTENSIONS,
    loadDataDir: await emptyDatabase(MIGRATIONS),
  });
  return { query: (sql, params) => db.query(sql, params), close: () => db.close() };
}

async function openPostgres(): Promise<Database> {
  if (values.folder !== undefined) await readIntoMemory(values.folder);
  const stack = await startLocalStack({
    migrations: MIGRATIONS,
    durable: true,
    ...(values.folder === undefined ? {} : { folder: values.folder }),
  });
  const client = await stack.connect();
  return {
    query: (sql, params) => client.query(sql, params),
    close: async () => {
      await client.end();
      await stack.close();
    },
  };
}
