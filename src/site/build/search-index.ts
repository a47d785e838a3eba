import { gunzipSync, gzipSync } from 'node:zlib';
import { type CustomRecord, close, createIndex, type IndexFile, type PagefindIndex } from 'pagefind';
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

export interface SearchIndex {
  /** Of this index alone; paths are relative to its folder. */
  readonly files: readonly SiteFile[];
  /** Of all indexes; paths are relative to the folder that holds theirs. */
  readonly shared: readonly SiteFile[];
}

/** A row, and by which words it is found: the text of a `tsvector`. */
export interface IndexedRow {
  readonly row: Row;
  readonly words: string;
}

/** A search index of these rows, whose order it keeps. */
export async function makeSearchIndex(rows: readonly IndexedRow[], signal?: AbortSignal): Promise<SearchIndex> {
  const created = await createIndex({ forceLanguage: LANGUAGE });
  const index = created.index;
  if (!index || created.errors.length > 0) throw new SearchIndexError(created.errors.join('; ') || 'no index');
  try {
    const shown = new Map<string, Shown>();
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      signal?.throwIfAborted();
      const some = rows.slice(at, at + AT_ONCE);
      for (const { row } of some) shown.set(urlOf(row), shownOf(row));
      await Promise.all(some.map((one, step) => add(index, recordOf(one, at + step))));
    }
    const { errors, files } = await index.getFiles();
    if (errors.length > 0) throw new SearchIndexError(errors.join('; '));
    return sorted(files, shown);
  } finally {
    await index.deleteIndex();
  }
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

function sorted(files: readonly IndexFile[], shown: ReadonlyMap<string, Shown>): Pick<SearchIndex, 'files' | 'shared'> {
  const own: SiteFile[] = [];
  const shared: SiteFile[] = [];
  for (const { path, content } of files) {
    if (FRAGMENT.test(path)) own.push({ path, body: fragmentOf(content, shown) });
    else if (NEEDED.test(path)) own.push({ path, body: content });
    else if (SHARED.test(path)) shared.push({ path, body: content });
    else if (path === ENTRY) own.push({ path, body: sharing(content) });
  }
  return { files: own, shared };
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
