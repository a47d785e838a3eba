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

/** A search opens these before it knows what the table of words says of the others: with no more parts, there is none. */
export const FIRST_PARTS = 2;

/**
 * Which parts hold which words: a table sorted by keys, cut into files. The words of one stem share a key, and each site's name has
 * one (`wordKey` and `nameKey` of index-content.ts).
 */
export interface WordTable {
  /** Named below the folder of the manifest. */
  readonly folder: string;
  /** The first key of each file, in order. A file is named by its place: `0.json`. */
  readonly firstKeys: readonly string[];
}

/** A file of the table: each key with the parts that hold it, by their place in the manifest; null where those are many. */
export type WordFile = readonly (readonly [key: string, parts: readonly number[] | null])[];

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
  /** Null where there are no more than `FIRST_PARTS`. */
  readonly wordTable: WordTable | null;
}
