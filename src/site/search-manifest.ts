/** Folder of the search index below the site's root. */
export const SEARCH_FOLDER = 'pagefind';
/** Path of the file that names the index. */
export const SEARCH_MANIFEST = '/pagefind/sites.json';

/** Data that a search reads before it opens the index. */
export interface SearchManifest {
  /** Pagefind's folder, relative to this file. Null if no site is listed or there is no index. */
  readonly folder: string | null;
}
