import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '../row.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest } from '../search-manifest.ts';
import { fingerprintOf } from './compile-site.ts';
import { readSearchBase, type SearchBase, writeSearchBase } from './search-base.ts';
import { closeSearchIndexes, makeSearchIndex, type SearchIndex, searchRecord } from './search-index.ts';
import type { SiteFolder } from './site-folder.ts';

/**
 * The search of a directory is indexes of consecutive parts of the list, and one of what has changed since they were made: a change
 * costs what has changed, not the whole list.
 *
 * The first part is small, because a browser shows what it has found there before it has loaded or searched the others (Pagefind
 * takes 0.08 ms for each site that is found); each is twice the one before it.
 */
const FIRST_PART_DOMAINS = 512;
/** As many as Pagefind holds in 400 MB; it was seen to take 726 MB for 20,000. */
const LARGEST_PART_DOMAINS = 8_192;
/**
 * With more than this share of the list changed, the parts are made again. At 1 % changes a build, that is every fifth; the build
 * between them makes 3 % of the index on average.
 */
const MAX_RECENT_SHARE = 0.05;
/** 96 bits, kept for each domain: enough, because a hash is compared only with the previous one of the same domain. */
const HASH_CHARACTERS = 16;

/** With any of these changed, the parts are made again. */
const MADE_BY = ['package-lock.json', 'src/site/build/search-index.ts', 'src/site/build/search-files.ts'];

export interface SearchFilesOptions {
  readonly folder: SiteFolder;
  readonly outDir: string;
  readonly stateDir: string;
  /** All that is listed, in list order. */
  readonly rows: readonly Row[];
  /** `hashRows` of them. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (done: number) => void;
}

/** By domain, in list order, a hash of its record in the search. */
export function hashRows(rows: readonly Row[]): Map<string, string> {
  return new Map(rows.map((row) => [row.domain, hashOf(JSON.stringify(searchRecord(row)))]));
}

/** Brings the search up to these rows. Resolves to the number of domains that were indexed for it. */
export async function writeSearchFiles(options: SearchFilesOptions): Promise<number> {
  const { folder, outDir, stateDir, rows, hashes, onProgress } = options;
  const maker = await fingerprintOf(MADE_BY);
  const known = readSearchBase(stateDir);
  const standing = known?.maker === maker && known.parts.every((part) => has(outDir, part.folder)) ? known : null;
  try {
    const changed = standing && changesSince(standing, rows, hashes);
    onProgress(0);
    const isSmall = changed !== null && changed.count <= rows.length * MAX_RECENT_SHARE;
    const { base, indexed } =
      standing && isSmall
        ? { base: standing, indexed: 0 }
        : await makeBase(options, { maker, parts: standing?.parts ?? [] });
    const recentRows = isSmall ? changed.rows : [];
    const recent = recentRows.length > 0 ? folderOf(maker, recentRows, hashes) : null;
    if (recent !== null && !has(outDir, recent)) {
      write(folder, recent, await makeSearchIndex(recentRows, options.signal));
    }
    const manifest: SearchManifest = {
      parts: base.parts.map((part) => ({
        folder: part.folder,
        outdated: (isSmall && changed.outdated.get(part.folder)) || [],
      })),
      recent,
    };
    folder.write({ path: SEARCH_MANIFEST.slice(1), body: JSON.stringify(manifest) });
    removeOthers(folder, outDir, new Set([...base.parts.map((part) => part.folder), ...(recent ? [recent] : [])]));
    return indexed + recentRows.length;
  } finally {
    await closeSearchIndexes();
  }
}

/** Indexes the whole list, cut into parts; parts that have not changed stay. */
async function makeBase(
  { folder, stateDir, rows, hashes, signal, onProgress }: SearchFilesOptions,
  { maker, parts: old }: SearchBase,
): Promise<{ base: SearchBase; indexed: number }> {
  const parts: SearchBase['parts'] = [];
  let indexed = 0;
  for (const some of cutParts(rows)) {
    const name = folderOf(maker, some, hashes);
    const same = old.find((part) => part.folder === name);
    if (same) {
      parts.push(same);
      continue;
    }
    const index = await makeSearchIndex(some, signal);
    write(folder, name, index);
    parts.push({
      folder: name,
      entries: some.map(({ domain }) => [domain, index.ids.get(domain) ?? '', hashes.get(domain) ?? '']),
    });
    indexed += some.length;
    onProgress(indexed);
  }
  const base = { maker, parts };
  writeSearchBase(stateDir, base);
  return { base, indexed };
}

function cutParts(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let size = FIRST_PART_DOMAINS;
  for (let at = 0; at < rows.length; size = Math.min(size * 2, LARGEST_PART_DOMAINS)) {
    parts.push(rows.slice(at, at + size));
    at += size;
  }
  return parts;
}

interface Changes {
  /** Rows that are new or differ from the base, in list order. */
  readonly rows: readonly Row[];
  /** By part, the results that no longer hold. */
  readonly outdated: ReadonlyMap<string, readonly string[]>;
  readonly count: number;
}

function changesSince(base: SearchBase, rows: readonly Row[], hashes: ReadonlyMap<string, string>): Changes {
  const same = new Set<string>();
  const outdated = new Map<string, string[]>();
  for (const { folder, entries } of base.parts) {
    const ids: string[] = [];
    for (const [domain, id, hash] of entries) {
      if (hashes.get(domain) === hash) same.add(domain);
      else ids.push(id);
    }
    outdated.set(folder, ids);
  }
  const changed = rows.filter(({ domain }) => !same.has(domain));
  const gone = [...outdated.values()].reduce((sum, { length }) => sum + length, 0);
  return { rows: changed, outdated, count: Math.max(changed.length, gone) };
}

function write(folder: SiteFolder, name: string, { files, shared }: SearchIndex): void {
  for (const { path, body } of shared) folder.write({ path: `${SEARCH_FOLDER}/${path}`, body });
  for (const { path, body } of files) folder.write({ path: `${SEARCH_FOLDER}/${name}/${path}`, body });
}

/** An index is named by what it is made of: one that has a name never changes. */
function folderOf(maker: string, rows: readonly Row[], hashes: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256').update(maker);
  for (const { domain } of rows) hash.update(hashes.get(domain) ?? '');
  return hash.digest('hex').slice(0, 16);
}

function has(outDir: string, name: string): boolean {
  return existsSync(join(outDir, SEARCH_FOLDER, name, 'pagefind-entry.json'));
}

function removeOthers(folder: SiteFolder, outDir: string, kept: ReadonlySet<string>): void {
  for (const entry of readdirSync(join(outDir, SEARCH_FOLDER), { withFileTypes: true })) {
    if (entry.isDirectory() && !kept.has(entry.name)) folder.removeFolder(`${SEARCH_FOLDER}/${entry.name}`);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARACTERS);
}
