/** Folder of the search index below the site's root. */
export const SEARCH_FOLDER = 'pagefind';
/** Path of the file that names the index. */
export const SEARCH_MANIFEST = '/pagefind/sites.json';

/** Neighbors in list order: sites that are all verified or all not, and whose authority is in the same fifth of the scale. */
export interface Standing {
  readonly verified: boolean;
  /** 0 to 4. A search takes longer with more of them. */
  readonly fifth: number;
}

/** What a search needs to know before it opens the index. */
export interface SearchManifest {
  /** Pagefind's folder, below the folder of this file; null if no site is listed. */
  readonly folder: string | null;
  readonly sites: number;
  /** The standings of these sites in list order. */
  readonly standings: readonly Standing[];
  /** The directory is so large that the index holds records only. A search asks the API first. */
  readonly isBrief: boolean;
}

/** The name of Pagefind's filter for these sites. A browser loads a filter with the first search that uses it. */
export function standingName({ verified, fifth }: Standing): string {
  return `${verified ? 'verified' : 'unverified'} ${fifth}`;
}
