import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { VerifiedSite } from '../content/lists.ts';
import { compareRows, isShown, isVerifiedSite, plainRow, type Row } from '../content/row.ts';
import type { PublishProfile } from '../publish-profile.ts';
import type { Service } from '../service.ts';
import { type BuiltDomains, buildDomains, type ChangesStore } from './build-domains.ts';
import { checkedFiles } from './checked-files.ts';
import { compileSite, computeFingerprint } from './compile-site.ts';
import { openDomainWriters } from './domain-writers.ts';
import { Ledger } from './ledger.ts';
import { type Overview, type OverviewStore, readOverview } from './read-directory.ts';
import { readDocs } from './read-docs.ts';
import { readShowcase } from './read-showcase.ts';
import { readSnapshot } from './read-snapshot.ts';
import { buildSearch, type IndexWordStore } from './search-index.ts';
import { loadSiteApp } from './site-app.ts';
import { directoryFiles, fixedFiles, type KnownSites } from './site-files.ts';
import { type FileCounts, openSiteFolder, type SiteFolder } from './site-folder.ts';
import { toStateDir } from './state-dir.ts';
import type { WrittenSite } from './write-domains.ts';
import { type FailedFile, writeSiteFiles } from './write-site-files.ts';

export type BuildStage = 'pages' | 'index' | 'lists';
export type BuildStore = ChangesStore & OverviewStore & IndexWordStore;

export interface BuildOptions {
  readonly store: BuildStore;
  readonly service: Service;
  /** Published folder. The state of the build is next to it (state-dir.ts). */
  readonly outDir: string;
  /** Most sites with file words in the search index. In a larger directory, searches call the API first. Default: no limit. */
  readonly maxIndexedSites?: number;
  /** Default: `standard`. */
  readonly profile?: PublishProfile;
  readonly now: () => number;
  readonly onProgress?: (stage: BuildStage, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface BuildReport extends BuiltDomains {
  readonly files: Readonly<FileCounts>;
  /** Failed files other than domain files. The old versions of these files stay. */
  readonly failedFiles: readonly FailedFile[];
  /** Number of up-to-date domains and other files. */
  readonly published: number;
  /** Number of indexed domains, or null if the index was up to date. */
  readonly indexed: number | null;
  readonly durationMs: number;
  readonly stageMs: Readonly<Record<BuildStage, number>>;
}

/**
 * Builds the changes since the last build into `outDir`. Unchanged files keep their bytes. Resumes an interrupted
 * build. Throws errors of the store, and `SearchIndexError`.
 */
export async function buildSite(options: BuildOptions): Promise<BuildReport> {
  const { store, now } = options;
  const started = now();
  const site = await openSite(options);
  const startedPages = now();
  const domains = await buildPages(site, options);
  const rows = listedRows(site.ledger);
  const overview = await readOverview(store, now());

  // Index before the lists, because at 100,000 domains their garbage would add a fifth to the memory that Pagefind needs.
  const startedIndex = now();
  const indexed = await buildIndex(rows, site, options);

  const startedLists = now();
  const lists = await buildLists(rows, overview, site, options);
  const { ledger, folder } = site;
  ledger.close();
  const ended = now();
  return {
    ...domains,
    files: folder.counts,
    failedFiles: lists.failedFiles,
    published: [...ledger.entries.values()].filter(({ failed }) => !failed).length + lists.written,
    indexed,
    durationMs: ended - started,
    stageMs: { pages: startedIndex - startedPages, index: startedLists - startedIndex, lists: ended - startedLists },
  };
}

type OpenSite = Awaited<ReturnType<typeof openSite>>;

async function openSite({ service, outDir, profile = 'standard' }: BuildOptions) {
  const { dir, fingerprint } = await compileSite(dirname(outDir));
  const app = await loadSiteApp(dir, service);
  const templates = fingerprintTemplates(fingerprint, { service, profile });
  const folder = openSiteFolder(outDir);
  const ledger = new Ledger(toStateDir(outDir), templates);
  // Write style sheets before pages, because a server may serve this folder.
  await copyAssets(join(dir, 'client'), folder);
  return { app, appDir: dir, service, profile, templates, folder, ledger };
}

function buildPages(site: OpenSite, { store, outDir, signal, onProgress }: BuildOptions): Promise<BuiltDomains> {
  const { app, appDir, service, profile, folder } = site;
  const writers = openDomainWriters(app, folder, { appDir, outDir, service, profile });
  const options = { ...site, store, writers, signal };
  return buildDomains({ ...options, onProgress: (rendered) => onProgress?.('pages', rendered, rendered) }).finally(
    writers.close,
  );
}

function buildIndex(
  rows: readonly Row[],
  { folder, profile }: OpenSite,
  { store, outDir, maxIndexedSites: maxSites = Number.POSITIVE_INFINITY, now, signal, onProgress }: BuildOptions,
): Promise<number | null> {
  const site = { store, folder, outDir, isWritten: profile !== 'lean', maxSites };
  return buildSearch(rows, { ...site, now, signal, onProgress: (done, total) => onProgress?.('index', done, total) });
}

async function buildLists(
  rows: readonly Row[],
  overview: Overview,
  { app, service, profile, ledger, folder }: OpenSite,
  { store, outDir, now, signal, onProgress }: BuildOptions,
): Promise<{ readonly failedFiles: readonly FailedFile[]; readonly written: number }> {
  const docs = await readDocs();
  const snapshot = await readSnapshot(outDir);
  const showcase = await readShowcase(store, rows);
  const directory = { rows, verified: verifiedSites(ledger), showcase, snapshot, ...overview };
  const knownSites: KnownSites = {
    changedAt: (domain) => ledger.entries.get(domain)?.changed_at ?? null,
    hashRow: ({ domain }) => ledger.entries.get(domain)?.row_hash ?? '',
  };
  const today = new Date(now()).toISOString().slice(0, 10);
  const files = [
    ...directoryFiles(app, service, directory, docs, knownSites, profile),
    ...checkedFiles(store, today),
    ...fixedFiles(app, service, docs),
  ];
  const onFile = (done: number, total: number) => onProgress?.('lists', done, total);
  const failedFiles = await writeSiteFiles(files, { ledger, folder, outDir, signal, onProgress: onFile });
  return { failedFiles, written: files.length - failedFiles.length };
}

/** Returns the fingerprint of the templates, the code that writes files, and the settings. */
function fingerprintTemplates(compiled: string, site: WrittenSite): string {
  return createHash('sha256')
    .update(JSON.stringify([compiled, computeFingerprint(['src/site/build']), site]))
    .digest('hex')
    .slice(0, 16);
}

function listedRows({ entries }: Ledger): Row[] {
  return [...entries.values()].flatMap(({ row }) => (row && isShown(row) ? row : [])).toSorted(compareRows);
}

function verifiedSites({ entries }: Ledger): VerifiedSite[] {
  return [...entries.values()]
    .flatMap(({ row, failing_since }) =>
      row && isVerifiedSite(row) ? { row: plainRow(row), failingSince: failing_since } : [],
    )
    .toSorted((a, b) => compareRows(a.row, b.row));
}

/** Copies the style sheet, scripts and icons of the compiled app. */
async function copyAssets(client: string, folder: SiteFolder): Promise<void> {
  if (!existsSync(client)) return;
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    await folder.write({ path: relative(client, file), body: readFileSync(file) });
  }
}
