import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchScope } from '../../store/search.ts';
import type { Row } from '../row.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest } from '../search-manifest.ts';
import { fingerprintOf } from './compile-site.ts';
import { folderNameOf } from './hash-of.ts';
import { readSearchBase, type SearchBase, writeSearchBase } from './search-base.ts';
import { closeSearchIndexes, type IndexedRow, makeSearchIndex } from './search-index.ts';
import type { SiteFolder } from './site-folder.ts';
import { hasKeys, hasWordTable, keysOf, removeOtherKeys, writeKeys, writeWordTable } from './word-table.ts';

/**
 * The search of a directory is indexes of consecutive parts of the list, and one of what has changed since they were made: a change
 * costs what has changed, not the whole list.
 *
 * The first part is small, because a browser shows what it has found there before it has loaded or searched the others. Of those it
 * opens the ones that hold a word of the query, as a table of the words says.
 */
const FIRST_PART_DOMAINS = 512;
/** Pagefind takes 0.2 MB for the words of a site and its file. A browser opens many parts for a frequent word, so there are few. */
const WHOLE_PART_DOMAINS = 2_048;
/**
 * Sites whose files are searched: the first of the list. Behind them a site is found by its record, which takes a fifth. A browser
 * that looks for a frequent word in 100,000 sites loads a little from each part, so these are large.
 */
const WHOLE_DOMAINS = 8_704;
/** As many records as Pagefind holds in 400 MB. */
const RECORD_PART_DOMAINS = 8_192;
/**
 * With more than this share of the list changed, the parts are made again. At 1 % changes a build, that is every fifth; the build
 * between them makes 3 % of the index on average.
 */
const MAX_RECENT_SHARE = 0.05;
/** 96 bits, kept for each domain: enough, because a hash is compared only with the previous one of the same domain. */
const HASH_CHARACTERS = 16;

/** With any of these changed, the parts are made again. */
const MADE_BY = [
  'package-lock.json',
  'src/search',
  'src/site/build/pagefind-env.ts',
  'src/site/build/search-index.ts',
  'src/site/build/search-files.ts',
  'src/site/build/word-table.ts',
];

/** Where Pagefind writes an index before it is published. */
const WORK_FOLDER = 'search-index';

/** By domain, the words that sites are found by, each the text of a `tsvector`. */
export type ReadWords = (domains: readonly string[], scope: SearchScope) => Promise<ReadonlyMap<string, string>>;

export interface SearchFilesOptions {
  readonly folder: SiteFolder;
  readonly outDir: string;
  readonly stateDir: string;
  /** All that is listed, in list order. */
  readonly rows: readonly Row[];
  /** `hashRows` of them. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly readWords: ReadWords;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (done: number) => void;
}

/** By domain, in list order, a hash of what is shown and indexed of it. `changedAt`: when its file changed. */
export function hashRows(rows: readonly Row[], changedAt: (domain: string) => string | null): Map<string, string> {
  return new Map(
    rows.map(({ domain, title, summary, description, tags, authority, verified, tier }) => [
      domain,
      shortHash(JSON.stringify([title, summary, description, tags, authority, verified, tier, changedAt(domain)])),
    ]),
  );
}

/** Brings the search up to these rows. Resolves to the number of domains that were indexed for it. */
export async function writeSearchFiles(options: SearchFilesOptions): Promise<number> {
  const { folder, outDir, stateDir, rows, hashes, onProgress } = options;
  const maker = fingerprintOf(MADE_BY);
  const known = readSearchBase(stateDir);
  const standing = known?.maker === maker && isWhole(known, options) ? known : null;
  try {
    const changed = standing && changesSince(standing, rows, hashes);
    onProgress(0);
    const isSmall = changed !== null && changed.count <= rows.length * MAX_RECENT_SHARE;
    const { base, indexed } =
      standing && isSmall ? { base: standing, indexed: 0 } : await makeBase(options, maker, standing?.parts ?? []);
    const recentRows = isSmall ? changed.rows : [];
    const recent = recentRows.length > 0 ? folderOf(maker, 'all', recentRows, hashes) : null;
    if (recent !== null && !has(outDir, recent)) {
      await writeIndex(options, recent, await withWords(options, recentRows, 'all'));
    }
    const manifest: SearchManifest = {
      parts: base.parts.map(({ entries: _, ...part }) => ({
        ...part,
        outdated: (isSmall && changed.outdated.get(part.folder)) || [],
      })),
      recent:
        recent === null || changed === null
          ? null
          : { folder: recent, ...standingOf(recentRows), after: changed.after },
      wordTable: base.wordTable,
    };
    await folder.write({ path: SEARCH_MANIFEST.slice(1), body: JSON.stringify(manifest) });
    const ofBase = base.parts.map((part) => part.folder);
    removeOthers(folder, outDir, [...ofBase, recent, base.wordTable?.folder]);
    removeOtherKeys(stateDir, ofBase);
    return indexed + recentRows.length;
  } finally {
    await closeSearchIndexes();
  }
}

/** Indexes the whole list, cut into parts; parts that have not changed stay. */
async function makeBase(
  options: SearchFilesOptions,
  maker: string,
  old: SearchBase['parts'],
): Promise<{ base: SearchBase; indexed: number }> {
  const { folder, stateDir, rows, hashes, onProgress } = options;
  const parts: SearchBase['parts'] = [];
  let indexed = 0;
  for (const { some, scope } of cutParts(rows)) {
    const name = folderOf(maker, scope, some, hashes);
    const same = old.find((part) => part.folder === name);
    if (same) {
      parts.push(same);
      continue;
    }
    const indexedRows = await withWords(options, some, scope);
    // Before the index: while that is written, memory is shortest.
    writeKeys(stateDir, name, keysOf(indexedRows));
    await writeIndex(options, name, indexedRows);
    const entries = some.map(({ domain }): [string, string] => [domain, hashes.get(domain) ?? '']);
    parts.push({ folder: name, ...standingOf(some), entries });
    indexed += some.length;
    onProgress(indexed);
  }
  const wordTable = await writeWordTable(
    folder,
    stateDir,
    parts.map((part) => part.folder),
  );
  const base = { maker, parts, wordTable };
  writeSearchBase(stateDir, base);
  return { base, indexed };
}

function cutParts(rows: readonly Row[]): { some: readonly Row[]; scope: SearchScope }[] {
  const parts: { some: readonly Row[]; scope: SearchScope }[] = [];
  for (let at = 0; at < rows.length; ) {
    const isWhole = at < WHOLE_DOMAINS;
    const size = at === 0 ? FIRST_PART_DOMAINS : isWhole ? WHOLE_PART_DOMAINS : RECORD_PART_DOMAINS;
    parts.push({ some: rows.slice(at, at + size), scope: isWhole ? 'all' : 'record' });
    at += size;
  }
  return parts;
}

/** Sites whose words are read at once: some MB. */
const READ_AT_ONCE = 500;

async function withWords(
  { readWords, signal }: SearchFilesOptions,
  rows: readonly Row[],
  scope: SearchScope,
): Promise<IndexedRow[]> {
  const indexed: IndexedRow[] = [];
  for (let at = 0; at < rows.length; at += READ_AT_ONCE) {
    signal?.throwIfAborted();
    const some = rows.slice(at, at + READ_AT_ONCE);
    const words = await readWords(
      some.map(({ domain }) => domain),
      scope,
    );
    indexed.push(...some.map((row) => ({ row, words: words.get(row.domain) ?? '' })));
  }
  return indexed;
}

/** What a browser knows of sites before it asks an index. */
function standingOf(rows: readonly Row[]) {
  const authorities: [number | null, number][] = [];
  for (const { authority } of rows) {
    const last = authorities.at(-1);
    if (last && last[0] === authority) last[1]++;
    else authorities.push([authority, 1]);
  }
  const featured = [0];
  for (const { tier } of rows) {
    const isOfLastRun = (tier === 'featured') === (featured.length % 2 === 0);
    featured.push(...(isOfLastRun ? [(featured.pop() ?? 0) + 1] : [1]));
  }
  return { authorities, verified: rows.filter(({ verified }) => verified).length, featured };
}

interface Changes {
  /** Rows that are new or differ from the base, in list order. */
  readonly rows: readonly Row[];
  /** For each of them, how many sites of the base come before it. */
  readonly after: readonly number[];
  /** By part, the places of sites that are no longer so. */
  readonly outdated: ReadonlyMap<string, readonly number[]>;
  readonly count: number;
}

function changesSince(base: SearchBase, rows: readonly Row[], hashes: ReadonlyMap<string, string>): Changes {
  /** Places in the base. */
  const same = new Map<string, number>();
  const outdated = new Map<string, number[]>();
  let before = 0;
  for (const { folder, entries } of base.parts) {
    const gone: number[] = [];
    for (const [at, [domain, indexed]] of entries.entries()) {
      if (hashes.get(domain) === indexed) same.set(domain, before + at);
      else gone.push(at);
    }
    outdated.set(folder, gone);
    before += entries.length;
  }
  const changed: Row[] = [];
  const after: number[] = [];
  let passed = 0;
  for (const row of rows) {
    const place = same.get(row.domain);
    if (place !== undefined) {
      passed = place + 1;
      continue;
    }
    changed.push(row);
    after.push(passed);
  }
  const gone = [...outdated.values()].reduce((sum, { length }) => sum + length, 0);
  return { rows: changed, after, outdated, count: Math.max(changed.length, gone) };
}

async function writeIndex(
  { folder, stateDir, signal }: SearchFilesOptions,
  name: string,
  rows: readonly IndexedRow[],
): Promise<void> {
  for await (const { path, body, isShared } of makeSearchIndex(rows, join(stateDir, WORK_FOLDER), signal)) {
    await folder.write({ path: `${SEARCH_FOLDER}/${isShared ? path : `${name}/${path}`}`, body });
  }
}

/** An index is named by what it is made of: one that has a name never changes. */
function folderOf(
  maker: string,
  scope: SearchScope,
  rows: readonly Row[],
  hashes: ReadonlyMap<string, string>,
): string {
  const made = [maker, scope, ...rows.map(({ domain }) => hashes.get(domain) ?? '')].join('');
  return folderNameOf(made);
}

/** Is all there that a base speaks of? */
function isWhole({ parts, wordTable }: SearchBase, { outDir, stateDir }: SearchFilesOptions): boolean {
  return (
    parts.every((part) => has(outDir, part.folder) && hasKeys(stateDir, part.folder)) &&
    (wordTable === null || hasWordTable(outDir, wordTable))
  );
}

function has(outDir: string, name: string): boolean {
  return existsSync(join(outDir, SEARCH_FOLDER, name, 'pagefind-entry.json'));
}

function removeOthers(folder: SiteFolder, outDir: string, kept: readonly (string | null | undefined)[]): void {
  for (const entry of readdirSync(join(outDir, SEARCH_FOLDER), { withFileTypes: true })) {
    if (entry.isDirectory() && !kept.includes(entry.name)) folder.removeFolder(`${SEARCH_FOLDER}/${entry.name}`);
  }
}

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, HASH_CHARACTERS);
}
