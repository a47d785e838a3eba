/** Folder of the search indexes below the site's root. */
export const SEARCH_FOLDER = 'pagefind';
/** Path of the file that lists the indexes. */
export const SEARCH_MANIFEST = '/pagefind/indexes.json';

/** Which indexes a search asks; folders are named below the one of this file. */
export interface SearchManifest {
  /** Each holds a part of the list, in list order. */
  readonly parts: readonly {
    readonly folder: string;
    /** Answers that no longer hold: the site has changed since, or is gone. */
    readonly outdated: readonly string[];
  }[];
  /** What has changed since the parts were made, in list order. */
  readonly recent: string | null;
}
