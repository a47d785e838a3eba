import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type CustomRecord, close, createIndex, type PagefindIndex } from 'pagefind';
import { z } from 'zod';
import { paths } from '../../directory/urls.ts';
import { indexContent } from '../../search/index-content.ts';
import type { Row } from '../row.ts';
import { hashOf } from './hash-of.ts';
import type { SiteFile } from './site-folder.ts';

/** What a page loads of one index; the rest of Pagefind's files is its user interface, and what all indexes share. */
const NEEDED = /^(pagefind-worker\.js|pagefind\.[^/]+\.pf_meta|(index|fragment)\/[^/]+)$/;
/** The same for every index of this version. */
const SHARED = /^(pagefind\.js|wasm\.unknown\.pagefind)$/;
const ENTRY = 'pagefind-entry.json';
const FRAGMENT = /^fragment\//;
/** One that Pagefind has no stemmer for: what it is given are stems already. */
const LANGUAGE = 'und';
/** What Pagefind takes while it works on others. */
const AT_ONCE = 64;

/** Pagefind returns its errors in its answers; this is one of them, thrown. */
class SearchIndexError extends Error {
  override readonly name = 'SearchIndexError';
}

/** A file of an index. `path` is relative to the folder of the index, or where all indexes share it, to the folder of those. */
export interface SearchIndexFile extends SiteFile {
  readonly isShared: boolean;
}

/** A row, and by which words it is found: the text of a `tsvector`. */
export interface IndexedRow {
  readonly row: Row;
  readonly words: string;
}

/**
 * The files of a search index of these rows, whose order it keeps; the last is its entry, so that an index with an entry is whole.
 * Pagefind writes them to `workDir`, because it takes several times their size to hand them over in memory.
 */
export async function* makeSearchIndex(
  rows: readonly IndexedRow[],
  workDir: string,
  signal?: AbortSignal,
): AsyncGenerator<SearchIndexFile> {
  const shown = new Map<string, Shown>();
  rmSync(workDir, { recursive: true, force: true });
  try {
    const index = await openIndex();
    try {
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        signal?.throwIfAborted();
        const some = rows.slice(at, at + AT_ONCE);
        for (const { row } of some) shown.set(urlOf(row), shownOf(row));
        await Promise.all(some.map((one, step) => add(index, recordOf(one, at + step))));
      }
      const { errors } = await index.writeFiles({ outputPath: workDir });
      if (errors.length > 0) throw new SearchIndexError(errors.join('; '));
    } finally {
      await index.deleteIndex();
    }
    yield* filesOf(workDir, shown);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function openIndex(): Promise<PagefindIndex> {
  const { index, errors } = await createIndex({ forceLanguage: LANGUAGE });
  if (!index || errors.length > 0) throw new SearchIndexError(errors.join('; ') || 'no index');
  return index;
}

/** Ends Pagefind's process. */
export async function closeSearchIndexes(): Promise<void> {
  await close();
}

async function add(index: PagefindIndex, record: CustomRecord): Promise<void> {
  const { errors } = await index.addCustomRecord(record);
  if (errors.length > 0) throw new SearchIndexError(`${record.url}: ${errors.join('; ')}`);
}

/** What is shown of a site, beside what the list of the indexes says. */
type Shown = Readonly<Record<'domain' | 'name' | 'about', string>>;

function shownOf({ domain, title, description, summary }: Row): Shown {
  return { domain, name: title ?? '', about: description ?? summary ?? '' };
}

/** The file of a result is named by its record, and never changes: what is shown is part of the name. */
function urlOf(row: Row): string {
  return `${paths.domain(row.domain)}#${hashOf(shownOf(row))}`;
}

function recordOf({ row, words }: IndexedRow, place: number): CustomRecord {
  return {
    url: urlOf(row),
    content: indexContent(row.domain, words),
    language: LANGUAGE,
    sort: { place: String(place) },
  };
}

const entrySchema = z.looseObject({
  languages: z.object({ [LANGUAGE]: z.looseObject({ wasm: z.string().nullable() }) }),
});
const fragmentSchema = z.looseObject({ url: z.string() });
/** Stands before the JSON of a fragment. */
const SIGNATURE = 'pagefind_dcd';

function* filesOf(workDir: string, shown: ReadonlyMap<string, Shown>): Generator<SearchIndexFile> {
  const read = (path: string) => readFileSync(join(workDir, path));
  const entries = readdirSync(workDir, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((some) => some.isFile())) {
    const path = relative(workDir, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    if (FRAGMENT.test(path)) yield { path, body: fragmentOf(read(path), shown), isShared: false };
    else if (NEEDED.test(path)) yield { path, body: read(path), isShared: false };
    else if (SHARED.test(path)) yield { path, body: read(path), isShared: true };
  }
  yield { path: ENTRY, body: sharing(read(ENTRY)), isShared: false };
}

/** The file of a result, with what is shown of the site in place of its words. */
function fragmentOf(content: Uint8Array, shown: ReadonlyMap<string, Shown>): Uint8Array {
  const fragment = fragmentSchema.parse(JSON.parse(gunzipSync(content).toString().slice(SIGNATURE.length)));
  const meta = shown.get(fragment.url);
  return gzipSync(`${SIGNATURE}${JSON.stringify({ ...fragment, content: '', meta })}`);
}

/**
 * The entry of an index that takes its WebAssembly from the folder above, where all find the same: Pagefind asks for
 * `<folder>wasm.<name>.pagefind`, and a browser resolves the dots before it asks.
 */
function sharing(entry: Uint8Array): string {
  const parsed = entrySchema.parse(JSON.parse(Buffer.from(entry).toString()));
  parsed.languages[LANGUAGE].wasm = '/../../wasm.unknown';
  return JSON.stringify(parsed);
}
