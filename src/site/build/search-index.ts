import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CustomRecord, close, createIndex } from 'pagefind';
import { z } from 'zod';
import { DAY_MS } from '../../directory/duration.ts';
import { paths } from '../../directory/urls.ts';
import { readStored } from '../../search/search-text.ts';
import { stemOf, wordsOf } from '../../search/words.ts';
import type { SearchSource, Store } from '../../store/store.ts';
import type { Row } from '../row.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest } from '../search-manifest.ts';
import { fingerprintOf } from './compile-site.ts';
import { folderNameOf, hashOf } from './hash-of.ts';
import type { Ledger } from './ledger.ts';
import { isMissing, type SiteFolder } from './site-folder.ts';
import { stateDirOf } from './state-dir.ts';

/** Store reads for the search index. */
export type SourcesStore = Pick<Store, 'readSearchSources'>;

export interface SearchBuild {
  readonly store: SourcesStore;
  readonly ledger: Ledger;
  readonly folder: SiteFolder;
  readonly outDir: string;
  /** False if browsers search through the API only. */
  readonly isWritten: boolean;
  /** Most sites with file words in the index. */
  readonly maxSites: number;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  onProgress(done: number, total: number): void;
}

/** Version of the index content. */
const MADE_BY = ['package-lock.json', 'packages/llmstxt/src', 'src/search', 'src/site/build/search-index.ts'];
/** Of so many sites, few changes wait for others, because each index is written as a whole: a tenth of the built bytes. */
const CHANGES_AT_ONCE = 0.01;
/** Changes wait no longer than this. */
const MAX_AGE_MS = DAY_MS;
/** Files that only Pagefind's own user interface loads. */
const UNUSED = /-ui\.|highlight/;
/** English stems. Words of other languages stay mostly as they are. */
const LANGUAGE = 'en';
/** Distinct words of a site. */
const MAX_WORDS = 800;
/** Sites that are read and added at once. */
const AT_ONCE = 100;

class SearchIndexError extends Error {
  override readonly name = 'SearchIndexError';
}

/**
 * Brings the search index up to the listed rows, which are in list order. Resolves to the number of indexed sites, or null if the
 * index was up to date. The index is an ordinary one of Pagefind in a folder that is named by its rows.
 */
export async function buildSearch(rows: readonly Row[], build: SearchBuild): Promise<number | null> {
  const { ledger, folder, outDir, isWritten, maxSites } = build;
  const isBrief = !isWritten || rows.length > maxSites;
  const maker = hashOf([fingerprintOf(MADE_BY), isBrief]);
  const name =
    rows.length === 0 || !isWritten
      ? null
      : folderNameOf(JSON.stringify([maker, rows.map((row) => recordOf(row, wordsKey(row)))]));
  const manifest: SearchManifest = { folder: name };
  const made = JSON.stringify(manifest);
  if (!ledger.differs(SEARCH_FOLDER, made) && existsSync(join(outDir, SEARCH_MANIFEST))) return null;
  const indexed = readIndexed(maker, build);
  if (indexed !== null && existsSync(join(outDir, SEARCH_MANIFEST)) && canWait(rows, indexed, build.now())) return null;
  if (name !== null) {
    const sites = await readWords(rows, indexed, maker, isBrief, build);
    await writeIndex(rows, sites, name, build);
  }
  // After the index, because readers open the index that this file names.
  await folder.write({ path: SEARCH_MANIFEST.slice(1), body: made });
  for (const entry of readdirSync(join(outDir, SEARCH_FOLDER), { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== name) folder.removeFolder(`${SEARCH_FOLDER}/${entry.name}`);
  }
  ledger.setInputs(new Map([[SEARCH_FOLDER, made]]));
  return name === null ? 0 : rows.length;
}

async function writeIndex(rows: readonly Row[], words: SiteWords, name: string, build: SearchBuild): Promise<void> {
  const { folder, signal, onProgress } = build;
  try {
    const { index, errors } = await createIndex({ forceLanguage: LANGUAGE });
    if (!index) throw new SearchIndexError(errors.join('; '));
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      signal?.throwIfAborted();
      onProgress(at, rows.length);
      const records = rows.slice(at, at + AT_ONCE).map((row) => recordOf(row, words.get(row.domain)?.[1] ?? ''));
      throwErrors(await Promise.all(records.map((record) => index.addCustomRecord(record))));
    }
    // In memory: what Pagefind writes itself may be missing or cut off for a while after it has answered.
    const made = await index.getFiles();
    throwErrors([made]);
    await index.deleteIndex();
    for (const { path, content } of made.files) {
      if (!UNUSED.test(path))
        await folder.write({ path: `${SEARCH_FOLDER}/${name}/${path}`, body: Buffer.from(content) });
    }
  } finally {
    await close();
  }
}

/** Pagefind returns its errors. */
function throwErrors(answers: readonly { readonly errors: readonly string[] }[]): void {
  const errors = answers.flatMap((answer) => answer.errors);
  if (errors.length > 0) throw new SearchIndexError(errors.join('; '));
}

function recordOf(row: Row, content: string): CustomRecord {
  const { domain, title, description, summary, authority, tier, verified } = row;
  return {
    url: paths.domain(domain),
    content,
    language: LANGUAGE,
    meta: { domain, title: title ?? '', about: description ?? summary ?? '', authority: String(authority ?? '') },
    filters: { ...(verified && { verified: ['yes'] }), ...(tier === 'featured' && { featured: ['yes'] }) },
  };
}

/** By domain, a key of what its words were made from, and the words. */
type SiteWords = Map<string, readonly [key: string, words: string]>;

const keptSchema = z.object({
  maker: z.string(),
  made_at: z.number(),
  sites: z.array(z.tuple([z.string(), z.string(), z.string()])),
});

/** What the last index was made from. */
interface Indexed {
  readonly madeAt: number;
  readonly sites: SiteWords;
}

const indexedFile = (outDir: string) => join(stateDirOf(outDir), 'search-words.json');

/** Null if there is no index, or another version made it. */
function readIndexed(maker: string, { outDir }: SearchBuild): Indexed | null {
  const kept = readKept(indexedFile(outDir));
  if (kept?.maker !== maker) return null;
  return { madeAt: kept.made_at, sites: new Map(kept.sites.map(([domain, ...words]) => [domain, words])) };
}

/** Reports whether so little has changed that the index stays as it is. A site that is no longer listed leaves it at once. */
function canWait(rows: readonly Row[], { madeAt, sites }: Indexed, now: number): boolean {
  const found = rows.filter(({ domain }) => sites.has(domain)).length;
  const changed = rows.filter((row) => sites.get(row.domain)?.[0] !== wordsKey(row)).length;
  return found === sites.size && changed <= CHANGES_AT_ONCE * rows.length && now - madeAt < MAX_AGE_MS;
}

/** The words of these sites. They are kept beside the site, because to read all texts takes longer than to index them. */
async function readWords(
  rows: readonly Row[],
  indexed: Indexed | null,
  maker: string,
  isBrief: boolean,
  { store, outDir, now, signal }: SearchBuild,
): Promise<SiteWords> {
  const file = indexedFile(outDir);
  const known: SiteWords = new Map(indexed?.sites);
  const changed = rows.filter((row) => known.get(row.domain)?.[0] !== wordsKey(row));
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    const some = new Map(changed.slice(at, at + AT_ONCE).map((row) => [row.domain, row]));
    for (const source of await store.readSearchSources([...some.keys()])) {
      const row = some.get(source.domain);
      if (row) known.set(row.domain, [wordsKey(row), wordsOfSite(source, isBrief).join(' ')]);
    }
  }
  const sites: SiteWords = new Map(rows.map(({ domain }) => [domain, known.get(domain) ?? ['', '']]));
  mkdirSync(stateDirOf(outDir), { recursive: true });
  const body = JSON.stringify({
    maker,
    made_at: now(),
    sites: Array.from(sites, ([domain, words]) => [domain, ...words]),
  });
  writeFileSync(`${file}.tmp`, body);
  renameSync(`${file}.tmp`, file);
  return sites;
}

function wordsKey({ title, summary, description, tags, changed_at }: Row): string {
  return hashOf([title, summary, description, tags, changed_at]);
}

/** The words that a site is found by, the most important first. Only the first of the words with the same stem counts. */
function wordsOfSite(source: SearchSource, isBrief: boolean): string[] {
  const { domain, title, tags, summary, description } = source;
  const record = [domain, title, ...tags, summary, description];
  const words = new Map<string, string>();
  for (const text of isBrief ? record : [...record, ...textsOfFile(source)]) {
    for (const word of wordsOf(text ?? '')) if (!words.has(stemOf(word))) words.set(stemOf(word), word);
    if (words.size >= MAX_WORDS) break;
  }
  return [...words.values()].slice(0, MAX_WORDS);
}

function textsOfFile({ text, ...source }: SearchSource): string[] {
  if (text === null) return [];
  const { prose, names, notes } = readStored({ ...source, text }).searchText;
  return [prose, ...names, ...notes];
}

function readKept(file: string): z.infer<typeof keptSchema> | null {
  try {
    return keptSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
