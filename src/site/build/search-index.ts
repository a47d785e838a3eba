import { domainToUnicode } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type CustomRecord, close, createIndex, type IndexFile, type PagefindIndex } from 'pagefind';
import { z } from 'zod';
import { paths } from '../../directory/urls.ts';
import type { Row } from '../row.ts';
import type { SiteFile } from './site-folder.ts';

/** What a page loads of one index; the rest of Pagefind's files is its user interface, and what all indexes share. */
const NEEDED = /^(pagefind-worker\.js|pagefind\.[^/]+\.pf_meta|(index|fragment|filter)\/[^/]+)$/;
/** The same for every index of this version. */
const SHARED = /^(pagefind\.js|wasm\.en\.pagefind)$/;
const ENTRY = 'pagefind-entry.json';
const FRAGMENT = /^fragment\/(.+)\.pf_fragment$/;
/** One language for all: word stems of English do no harm to names, and one index finds everything. */
const LANGUAGE = 'en';
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
  /** Pagefind's id of each domain. */
  readonly ids: ReadonlyMap<string, string>;
}

/** A search index of these rows, which are in list order: its answers keep it. */
export async function makeSearchIndex(rows: readonly Row[], signal?: AbortSignal): Promise<SearchIndex> {
  const created = await createIndex({ forceLanguage: LANGUAGE });
  const index = created.index;
  if (!index || created.errors.length > 0) throw new SearchIndexError(created.errors.join('; ') || 'no index');
  try {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      signal?.throwIfAborted();
      const some = rows.slice(at, at + AT_ONCE);
      await Promise.all(some.map((row, step) => add(index, searchRecord(row, at + step))));
    }
    const { errors, files } = await index.getFiles();
    if (errors.length > 0) throw new SearchIndexError(errors.join('; '));
    return sorted(files);
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

/** The record of a domain in the search: `meta` is what the browser shows. Equal records, apart from the position, give equal results. */
export function searchRecord(row: Row, position = 0): CustomRecord {
  const written = domainToUnicode(row.domain);
  const words = [
    row.domain,
    written,
    written.replaceAll(/[.-]/g, ' '),
    row.title,
    row.summary,
    row.description,
    ...row.tags,
  ];
  return {
    url: paths.domain(row.domain),
    content: words.flatMap((text) => text || []).join('\n'),
    language: LANGUAGE,
    meta: {
      title: row.domain,
      name: row.title ?? '',
      about: row.description ?? row.summary ?? '',
      authority: String(row.authority ?? ''),
      verified: row.verified ? 'yes' : '',
      tier: row.tier ?? '',
    },
    filters: { tier: [row.tier ?? 'unlisted'], ...(row.verified ? { verified: ['yes'] } : {}) },
    sort: { position: String(position) },
  };
}

const entrySchema = z.looseObject({ languages: z.object({ [LANGUAGE]: z.looseObject({ wasm: z.string() }) }) });
const fragmentSchema = z.object({ meta: z.object({ title: z.string() }) });
/** Stands before the JSON of a fragment. */
const SIGNATURE = 'pagefind_dcd';

function sorted(files: readonly IndexFile[]): SearchIndex {
  const ids = new Map<string, string>();
  const own: SiteFile[] = [];
  const shared: SiteFile[] = [];
  for (const { path, content } of files) {
    const id = FRAGMENT.exec(path)?.[1];
    if (id !== undefined) ids.set(domainOf(content), id);
    if (NEEDED.test(path)) own.push({ path, body: content });
    else if (SHARED.test(path)) shared.push({ path, body: content });
    else if (path === ENTRY) own.push({ path, body: sharing(content) });
  }
  return { files: own, shared, ids };
}

function domainOf(fragment: Uint8Array): string {
  const json = gunzipSync(fragment).toString().slice(SIGNATURE.length);
  return fragmentSchema.parse(JSON.parse(json)).meta.title;
}

/**
 * The entry of an index that takes its WebAssembly from the folder above, where all find the same: Pagefind asks for
 * `<folder>wasm.<name>.pagefind`, and a browser resolves the dots before it asks.
 */
function sharing(entry: Uint8Array): string {
  const parsed = entrySchema.parse(JSON.parse(Buffer.from(entry).toString()));
  parsed.languages[LANGUAGE].wasm = `/../../wasm.${LANGUAGE}`;
  return JSON.stringify(parsed);
}
