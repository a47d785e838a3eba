/** Folder of the search index below the site's root. */
export const SEARCH_FOLDER = 'pagefind';
/** Path of the file that names the index. */
export const SEARCH_MANIFEST = '/pagefind/sites.json';

/** What a search needs to know before it opens the index. */
export interface SearchManifest {
  /** Pagefind's folder, below the folder of this file; null if no site is listed, or if the site comes without an index. */
  readonly folder: string | null;
}
