/** A site found by either kind of search. */
export interface Hit {
  readonly domain: string;
  readonly name: string;
  readonly about: string;
  readonly authority: number | null;
  readonly verified: boolean;
  readonly featured: boolean;
}

export interface Found {
  /** How many match; null while that is not known yet. */
  readonly total: number | null;
  /** The first of them, in their order. */
  readonly hits: readonly Hit[];
  /** More may match than `total`, which were not looked for. */
  readonly hasMore?: true;
  /** The query as it was probably meant. */
  readonly suggestion?: string;
  /** Few match, and a word of the query is unknown here: the API may know what was meant. */
  readonly mayBeMisspelt?: true;
}

export interface Filters {
  readonly verified: boolean;
  readonly featured: boolean;
}

/** What is looked for, and how many of the results are to be shown. */
export interface SearchRequest {
  readonly query: string;
  readonly filters: Filters;
  /** At least 1; more results than these are only counted. */
  readonly limit: number;
}

/** A search. It reports as soon as it has something to show, and again when it has the rest. Rejects where nothing can be asked. */
export type Find = (request: SearchRequest, report: (found: Found) => void) => Promise<void>;
