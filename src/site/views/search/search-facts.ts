import type { FoundLink } from '../../../directory/link.ts';
import type { ListPage } from '../../lists.ts';
import type { Row } from '../../row.ts';

/** What was searched for, and its results. */
export interface SearchFacts {
  readonly query: string;
  /** Only sites whose owner is known. */
  readonly verified: boolean;
  /** The domain that the query is; null where it is none. */
  readonly exact: ExactDomain | null;
  /** Null where nobody has searched yet. */
  readonly list: ListPage | null;
  /** The query as it was probably meant. */
  readonly suggestion: string | null;
  /** The first links inside the files of sites. */
  readonly links: readonly FoundLink[];
  /** Queries to try, each of which finds something. */
  readonly examples: readonly string[];
}

export interface ExactDomain {
  readonly domain: string;
  /** Null where the directory does not know it. */
  readonly row: Row | null;
}

/** The search page until somebody searches. */
export function emptySearch(examples: readonly string[]): SearchFacts {
  return { query: '', verified: false, exact: null, list: null, suggestion: null, links: [], examples };
}
