import { type CustomRecord, close, createIndex, type PagefindIndex } from 'pagefind';
import type { Row } from '../../src/site/row.ts';
import { paths } from '../../src/site/urls.ts';
import type { SiteFile } from './site-folder.ts';

/** Folder of the index below the site's root. */
export const SEARCH_FOLDER = 'pagefind';
/** What our own search page loads; the rest of Pagefind's files is its user interface. */
const NEEDED =
  /^(pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|pagefind\.[^/]+\.pf_meta|wasm\.[^/]+\.pagefind|(index|fragment|filter)\/[^/]+)$/;
/** One language for all: word stems of English do no harm to names, and one index finds everything. */
const LANGUAGE = 'en';

/** Pagefind says what went wrong in its answers; this is that, thrown. */
class SearchIndexError extends Error {
  override readonly name = 'SearchIndexError';
}

/** The search index of all listed domains, made from their records. */
export async function buildSearchIndex(rows: readonly Row[], signal?: AbortSignal): Promise<SiteFile[]> {
  const created = await createIndex({ forceLanguage: LANGUAGE });
  const index = created.index;
  if (!index || created.errors.length > 0) throw new SearchIndexError(created.errors.join('; ') || 'no index');
  try {
    for (const record of searchRecords(rows)) {
      signal?.throwIfAborted();
      await add(index, record);
    }
    const { errors, files } = await index.getFiles();
    if (errors.length > 0) throw new SearchIndexError(errors.join('; '));
    return files
      .filter(({ path }) => NEEDED.test(path))
      .map(({ path, content }) => ({ path: `${SEARCH_FOLDER}/${path}`, body: content }));
  } finally {
    await index.deleteIndex();
    await close();
  }
}

async function add(index: PagefindIndex, record: CustomRecord): Promise<void> {
  const { errors } = await index.addCustomRecord(record);
  if (errors.length > 0) throw new SearchIndexError(`${record.url}: ${errors.join('; ')}`);
}

/** The listed domains, in list order, as the search knows them: results keep that order. */
export function searchRecords(rows: readonly Row[]): CustomRecord[] {
  return rows.map(searchRecord);
}

/** What the browser shows of a result is in `meta`. */
function searchRecord(row: Row, position: number): CustomRecord {
  const words = [row.domain, row.domain.replaceAll(/[.-]/g, ' '), row.title, row.summary, row.description, ...row.tags];
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
    filters: {
      tier: [row.tier ?? 'unlisted'],
      ...(row.verified ? { verified: ['yes'] } : {}),
      ...(row.country ? { country: [row.country] } : {}),
      ...(row.tags.length > 0 ? { tag: row.tags } : {}),
    },
    sort: { position: String(position) },
  };
}
