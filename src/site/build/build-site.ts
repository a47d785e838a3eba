import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainDetail } from '../../directory/detail.ts';
import type { Change, Store } from '../../store/store.ts';
import type { Directory } from '../page.ts';
import { compareRows, isShown, type Row, toRow } from '../row.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST } from '../search-manifest.ts';
import type { Service } from '../service.ts';
import { compileSite, fingerprintOf } from './compile-site.ts';
import { domainFilePaths } from './domain-files.ts';
import { type Ledger, type LedgerEntry, openLedger } from './ledger.ts';
import { openPageWriters, type PageWriters } from './page-writers.ts';
import { readDocs } from './read-docs.ts';
import { readOverview } from './read-overview.ts';
import { hashRows, writeSearchFiles } from './search-files.ts';
import { loadSiteApp, type SiteApp } from './site-app.ts';
import { siteFiles } from './site-files.ts';
import { openSiteFolder, type SiteFolder } from './site-folder.ts';
import { writeDomains } from './write-domain.ts';

export type BuildStage = 'pages' | 'index' | 'lists';

export interface BuildOptions {
  readonly store: Pick<Store, 'listChanges' | 'getDetails' | 'stats' | 'countries' | 'survey'>;
  readonly baseUrl: string;
  readonly serviceName: string;
  /** Folder that is published; what the build remembers goes beside it, into `<outDir>-state`. */
  readonly outDir: string;
  readonly now: () => number;
  readonly onProgress?: (stage: BuildStage, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface BuildReport {
  /** Domains whose pages were rendered. */
  readonly rendered: number;
  readonly removed: number;
  /** Domains whose page could not be rendered: the old one stays, and the next build tries again. */
  readonly failed: readonly { readonly domain: string; readonly reason: string }[];
  readonly files: { readonly written: number; readonly unchanged: number; readonly removed: number };
  /** Domains that were put into a search index; null when the search was up to date. */
  readonly indexed: number | null;
  readonly durationMs: number;
  /** Of that, what each stage took. */
  readonly stageMs: Readonly<Record<BuildStage, number>>;
}

/** Domains per question to the store: one round trip, a few MB. */
const BATCH = 200;
/** Fewer pages than this are rendered before a thread has loaded the site. */
const MIN_FOR_THREADS = 100;

/**
 * Builds what has changed since the last build into `outDir`. Unchanged files keep their bytes; an interrupted build is
 * taken up where it stopped. Throws what the store throws, and `SearchIndexError`.
 */
export async function buildSite(options: BuildOptions): Promise<BuildReport> {
  const started = options.now();
  const service: Service = { name: options.serviceName, baseUrl: options.baseUrl };
  const compiled = await compileSite();
  const app = await loadSiteApp(compiled.dir, service);
  const templates = createHash('sha256')
    .update(JSON.stringify([compiled.fingerprint, await fingerprintOf(['src/site/build']), service]))
    .digest('hex')
    .slice(0, 16);
  const folder = openSiteFolder(options.outDir);
  const ledger = openLedger(stateDirOf(options.outDir), templates);
  const build: Build = {
    ...options,
    service,
    app,
    appDir: compiled.dir,
    folder,
    ledger,
    templates,
    writers: null,
    failed: [],
    rendered: 0,
    removed: 0,
  };
  const stageMs = { pages: 0, index: 0, lists: 0 };
  const timed = async <Made>(stage: BuildStage, work: Promise<Made>): Promise<Made> => {
    const from = options.now();
    const made = await work;
    stageMs[stage] = options.now() - from;
    return made;
  };
  // A server may answer from this folder meanwhile: no page comes before its style sheet.
  copyAssets(join(compiled.dir, 'client'), folder);
  try {
    await timed('pages', buildDomains(build));
  } finally {
    await build.writers?.close();
  }
  removeUnseen(build);
  const directory = await readDirectory(build);
  // Before the lists, whose leavings would stay in memory beside Pagefind: at 100,000 domains that is a fifth of all.
  const indexed = await timed('index', buildIndex(build, directory.rows));
  await timed('lists', buildLists(build, directory));
  ledger.close();
  return {
    rendered: build.rendered,
    removed: build.removed,
    failed: build.failed,
    files: folder.counts,
    indexed,
    durationMs: options.now() - started,
    stageMs,
  };
}

/** Where a build of `outDir` keeps what it remembers. */
export function stateDirOf(outDir: string): string {
  return `${outDir}-state`;
}

interface Build extends BuildOptions {
  readonly service: Service;
  readonly app: SiteApp;
  readonly appDir: string;
  readonly folder: SiteFolder;
  readonly ledger: Ledger;
  readonly templates: string;
  /** Started with the first batch that is worth it. */
  writers: PageWriters | null;
  readonly failed: { domain: string; reason: string }[];
  rendered: number;
  removed: number;
}

async function buildDomains(build: Build): Promise<void> {
  const { store, ledger } = build;
  const retry = [...ledger.entries.values()].filter(({ failed }) => failed);
  await buildBatch(
    build,
    retry.map(({ domain, revision, row }) => ({ domain, revision, tier: row?.tier ?? null, removed: false })),
    null,
  );
  let next = store.listChanges(ledger.cursor, BATCH);
  for (;;) {
    const { changes, cursor, more } = await next;
    // The store looks for the next changes while this batch is rendered.
    if (more) next = store.listChanges(cursor, BATCH);
    next.catch(() => {});
    await buildBatch(build, changes, cursor);
    if (!more) return;
  }
}

async function buildBatch(build: Build, changes: readonly Change[], cursor: string | null): Promise<void> {
  build.signal?.throwIfAborted();
  const alive = changes.filter(({ removed }) => !removed).map(({ domain }) => domain);
  const found = alive.length > 0 ? await build.store.getDetails(alive) : [];
  const failed = await writePages(build, found);
  const details = new Map(found.map((detail) => [detail.facts.domain, detail]));
  const put = changes.flatMap(({ domain, revision }) => {
    const detail = details.get(domain);
    return detail ? [entryOf(build, detail, revision, failed.has(domain))] : [];
  });
  const drop = changes.map(({ domain }) => domain).filter((domain) => !details.has(domain));
  for (const domain of drop) removeDomain(build, domain);
  if (put.length > 0 || drop.length > 0 || cursor !== build.ledger.cursor) {
    build.ledger.commit({ put, drop, ...(cursor === null ? {} : { cursor }) });
  }
  build.onProgress?.('pages', build.rendered, build.rendered);
}

/** The domains whose page could not be rendered. */
async function writePages(build: Build, details: readonly DomainDetail[]): Promise<Set<string>> {
  const { app, service, folder, appDir, outDir } = build;
  if (details.length >= MIN_FOR_THREADS) build.writers ??= openPageWriters({ appDir, outDir, service });
  const shares =
    build.writers && details.length >= MIN_FOR_THREADS
      ? await build.writers.write(details)
      : [await writeDomains(app, service, folder, details)];
  const failed = shares.flatMap((share) => share.failed);
  build.failed.push(...failed);
  build.rendered += details.length - failed.length;
  if (build.writers && details.length >= MIN_FOR_THREADS) {
    for (const { counts } of shares) {
      folder.counts.written += counts.written;
      folder.counts.unchanged += counts.unchanged;
    }
  }
  return new Set(failed.map(({ domain }) => domain));
}

function entryOf(
  build: Build,
  { facts, content_changed_at }: DomainDetail,
  revision: string,
  failed: boolean,
): LedgerEntry {
  return {
    domain: facts.domain,
    revision,
    row: isShown(facts) ? toRow(facts) : null,
    changed_at: content_changed_at,
    failed,
    fingerprint: build.templates,
  };
}

/** After a look at everything, what still carries other templates is no longer in the store. */
function removeUnseen(build: Build): void {
  const gone = [...build.ledger.entries.values()].filter(({ fingerprint }) => fingerprint !== build.templates);
  if (gone.length === 0) return;
  for (const { domain } of gone) removeDomain(build, domain);
  build.ledger.commit({ put: [], drop: gone.map(({ domain }) => domain) });
}

function removeDomain(build: Build, domain: string): void {
  for (const path of domainFilePaths(domain)) build.folder.remove(path);
  build.removed++;
}

async function readDirectory({ store, ledger, now }: Build): Promise<Directory> {
  const rows = [...ledger.entries.values()].flatMap(({ row }) => row ?? []).toSorted(compareRows);
  return { rows, ...(await readOverview(store, now())) };
}

async function buildLists(build: Build, directory: Directory): Promise<void> {
  const { app, folder, ledger, service, outDir } = build;
  const files = siteFiles(
    app,
    directory,
    service,
    await readDocs(),
    (domain) => ledger.entries.get(domain)?.changed_at ?? null,
  );
  const made = new Set(files.map(({ path }) => path));
  for (const [at, { path, input, make }] of files.entries()) {
    build.signal?.throwIfAborted();
    build.onProgress?.('lists', at, files.length);
    const hash = hashOf(input);
    if (!ledger.differs(path, hash) && existsSync(join(outDir, path))) continue;
    folder.write({ path, body: await make() });
    ledger.setInput(path, hash);
  }
  for (const path of ledger.inputPaths()) {
    if (made.has(path) || path === SEARCH_FOLDER) continue;
    folder.remove(path);
    ledger.dropInput(path);
  }
}

async function buildIndex(build: Build, rows: readonly Row[]): Promise<number | null> {
  const { folder, ledger, outDir, signal, onProgress } = build;
  const hashes = hashRows(rows);
  const input = hashOf([...hashes.values()]);
  if (!ledger.differs(SEARCH_FOLDER, input) && existsSync(join(outDir, SEARCH_MANIFEST))) return null;
  const indexed = await writeSearchFiles({
    folder,
    outDir,
    stateDir: stateDirOf(outDir),
    rows,
    hashes,
    signal,
    onProgress: (done) => onProgress?.('index', done, rows.length),
  });
  ledger.setInput(SEARCH_FOLDER, input);
  return indexed;
}

/** Style sheet, scripts and icons of the compiled app. */
function copyAssets(client: string, folder: SiteFolder): void {
  for (const path of listFiles(client, '.')) folder.write({ path, body: readFileSync(join(client, path)) });
}

function listFiles(dir: string, below: string): string[] {
  const start = join(dir, below);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}

/** 132 bits: no two inputs have the same. */
function hashOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 22);
}
