/** Folder of the search indexes below the site's root. */
export const SEARCH_FOLDER = 'pagefind';
/** Path of the file that lists the indexes. */
export const SEARCH_MANIFEST = '/pagefind/indexes.json';

/** What is known of the sites of an index, which are in list order, without asking it. */
export interface IndexedSites {
  /** Named below the folder of this file. */
  readonly folder: string;
  /** Authorities in order, each with the number of neighbors that have it. */
  readonly authorities: readonly (readonly [number | null, number])[];
  /** How many are verified: the first ones. */
  readonly verified: number;
  /** How many neighbors are not featured, how many of the next are, and so on in turns. */
  readonly featured: readonly number[];
}

/** Which indexes a search asks. */
export interface SearchManifest {
  /** Each holds a part of the list, in list order. */
  readonly parts: readonly (IndexedSites & {
    /** Places of sites that have changed since, or are gone. */
    readonly outdated: readonly number[];
  })[];
  /** What has changed since the parts were made, in list order. */
  readonly recent:
    | (IndexedSites & {
        /** For each of its sites, how many of all parts come before it. */
        readonly after: readonly number[];
      })
    | null;
}
