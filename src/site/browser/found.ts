/** A result as it is shown, whoever found it. */
export interface Hit {
  readonly domain: string;
  readonly name: string;
  readonly about: string;
  readonly authority: number | null;
  readonly verified: boolean;
  readonly featured: boolean;
}

export interface Found {
  /** Null while it is not known yet. */
  readonly total: number | null;
  /** The first of them, in list order. */
  readonly hits: readonly Hit[];
}

export interface Filters {
  readonly verified: boolean;
  readonly featured: boolean;
}

/** Tells what it finds as soon as it has something to show, and again when it has the rest. Rejects where nothing can be asked. */
export type Find = (query: string, filters: Filters, tell: (found: Found) => void) => Promise<void>;

/** Results that are shown. */
export const SHOWN = 20;
