import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CustomRecord, close, createIndex } from 'pagefind';
import { z } from 'zod';
import { DAY_MS } from '../../directory/duration.ts';
import { paths } from '../../directory/urls.ts';
import type { Store } from '../../store/store.ts';
import { SEARCH_FOLDER, SEARCH_MANIFEST, type SearchManifest } from '../browser/site-index.ts';
import type { Row } from '../content/row.ts';
import { computeFingerprint } from './compile-site.ts';
import { computeFolderName, computeHash } from './compute-hash.ts';
import type { SiteFolder } from './site-folder.ts';
import { toStateDir } from './state-dir.ts';

export type IndexWordStore = Pick<Store, 'readIndexWords'>;

export interface SearchBuild {
  readonly store: IndexWordStore;
  readonly folder: SiteFolder;
  readonly outDir: string;
  /** False if browsers search through the server only. */
  readonly isWritten: boolean;
  readonly maxSites: number;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  onProgress(done: number, total: number): void;
}

/** Files that determine the version of the index content. */
const MADE_BY = ['package-lock.json', 'packages/llmstxt/src', 'src/search', 'src/site/build/search-index.ts'];
/** Share of changed sites up to which changes wait, at most for a day, because an index is written as a whole. */
const CHANGES_AT_ONCE = 0.01;
/** Files that only Pagefind's own user interface loads. */
const UNUSED = /-ui\.|highlight/;
/** Language of the stems. Words of other languages stay mostly unchanged. */
const LANGUAGE = 'en';
const AT_ONCE = 100;

const lastSchema = z.object({
  madeAt: z.number(),
  /** Folder name. Null without an index. */
  name: z.string().nullable(),
  /** Stems by domain, with a key of their sources. */
  words: z.record(z.string(), z.tuple([z.string(), z.string()])),
});
type LastIndex = z.infer<typeof lastSchema>;

/**
 * Updates the search index to the listed rows, which are in list order. Resolves to the number of indexed sites, or null if the
 * index was up to date. The rows determine the folder name of Pagefind's index.
 */
export async function buildSearch(rows: readonly Row[], build: SearchBuild): Promise<number | null> {
  const { folder, outDir, isWritten, maxSites, now } = build;
  const isLarge = rows.length > maxSites;
  const maker = computeHash([computeFingerprint(MADE_BY), isLarge]);
  const listed = isWritten ? rows : [];
  const keys = new Map(
    listed.map(({ domain, title, summary, description, tags, changed_at }) => {
      return [domain, computeHash([maker, title, summary, description, tags, changed_at])];
    }),
  );
  const records = listed.map((row) => toRecord(row, keys.get(row.domain) ?? ''));
  const name = listed.length === 0 ? null : computeFolderName(JSON.stringify(records));

  const stateFile = join(toStateDir(outDir), 'search-index.json');
  const last = readLast(stateFile);
  const changed = [...keys.keys()].filter((domain) => last.words[domain]?.[0] !== keys.get(domain));
  // A site that is no longer listed leaves the index at once.
  const areListed = Object.keys(last.words).every((domain) => keys.has(domain));
  const canWait = areListed && changed.length <= CHANGES_AT_ONCE * keys.size && now() - last.madeAt < DAY_MS;
  if (existsSync(join(outDir, SEARCH_MANIFEST)) && (name === last.name || canWait)) return null;

  // Keep the words of unchanged sites, because each read is traffic of the database.
  const read = isLarge ? {} : await readWords(changed, build);
  const words: LastIndex['words'] = {};
  for (const [domain, key] of keys) {
    const [lastKey, lastWords = ''] = last.words[domain] ?? [];
    words[domain] = [key, lastKey === key ? lastWords : (read[domain] ?? '')];
  }
  if (name !== null) await writeIndex(listed, words, name, build);
  // Write this file after the index, because readers open the index that this file names.
  const manifest: SearchManifest = { folder: name };
  await folder.write({ path: SEARCH_MANIFEST.slice(1), body: JSON.stringify(manifest) });
  for (const entry of readdirSync(join(outDir, SEARCH_FOLDER), { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== name) folder.removeFolder(`${SEARCH_FOLDER}/${entry.name}`);
  }
  mkdirSync(toStateDir(outDir), { recursive: true });
  const made: LastIndex = { madeAt: now(), name, words };
  writeFileSync(stateFile, JSON.stringify(made));
  return listed.length;
}

/** Reads the state of the last index. Returns an old state without words if the site has no index. */
function readLast(stateFile: string): LastIndex {
  try {
    return lastSchema.parse(JSON.parse(readFileSync(stateFile, 'utf8')));
  } catch {
    return { madeAt: 0, name: '', words: {} };
  }
}

async function readWords(domains: readonly string[], { store, signal }: SearchBuild): Promise<Record<string, string>> {
  const words: Record<string, string> = {};
  for (let at = 0; at < domains.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    Object.assign(words, await store.readIndexWords(domains.slice(at, at + AT_ONCE)));
  }
  return words;
}

async function writeIndex(
  rows: readonly Row[],
  words: LastIndex['words'],
  name: string,
  { folder, signal, onProgress }: SearchBuild,
): Promise<void> {
  try {
    const { index, errors } = await createIndex({ forceLanguage: LANGUAGE });
    if (!index) throw new Error(errors.join('; '));
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      signal?.throwIfAborted();
      onProgress(at, rows.length);
      const records = rows.slice(at, at + AT_ONCE).map((row) => toRecord(row, words[row.domain]?.[1] ?? ''));
      throwErrors(await Promise.all(records.map((record) => index.addCustomRecord(record))));
    }
    // Write the files here, because Pagefind's own files may be incomplete for a while after its answer.
    const made = await index.getFiles();
    throwErrors([made]);
    for (const { path, content } of made.files) {
      if (UNUSED.test(path)) continue;
      await folder.write({ path: `${SEARCH_FOLDER}/${name}/${path}`, body: Buffer.from(content) });
    }
  } finally {
    await close();
  }
}

/** Throws errors of Pagefind, which returns them. */
function throwErrors(answers: readonly { readonly errors: readonly string[] }[]): void {
  const errors = answers.flatMap((answer) => answer.errors);
  if (errors.length > 0) throw new Error(errors.join('; '));
}

/** Creates the record of a site. Without words of its file, the record contains the words of its summary and tags. */
function toRecord(row: Row, words: string): CustomRecord {
  const { domain, title, description, summary, tags, authority, tier, verified } = row;
  return {
    url: paths.domain(domain),
    content: words || [summary, ...tags].join(' '),
    language: LANGUAGE,
    meta: { domain, title: title ?? '', about: description ?? summary ?? '', authority: String(authority ?? '') },
    filters: { ...(verified && { verified: ['yes'] }), ...(tier === 'featured' && { featured: ['yes'] }) },
  };
}
