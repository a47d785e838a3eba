import { NO_FILTER } from '../../../directory/list-filter.ts';
import type { FileMatch, LinkPage } from '../../../store/links.ts';
import type { FacetCount } from '../../facets.ts';
import type { ListPage } from '../../lists.ts';
import type { Row } from '../../row.ts';
import type { Chosen } from '../browse/rail.ts';

/** What was searched for, and its results. */
export interface SearchFacts {
  readonly query: string;
  readonly chosen: Chosen;
  /** The domain that the query is; null where it is none. */
  readonly exact: ExactDomain | null;
  /** The sites; null where nobody has searched yet, or for pages. */
  readonly list: ListPage | null;
  /** By domain, what the files of these sites say of it. */
  readonly matches: ReadonlyMap<string, FileMatch>;
  /** What the sites can be narrowed down by; where none was found, the topics of the directory. */
  readonly counts: readonly FacetCount[];
  /** The query as it was probably meant. */
  readonly suggestion: string | null;
  /** Pages inside the files of sites: the first, or where somebody asks for pages alone, one page of them. */
  readonly links: Omit<LinkPage, 'suggestion'>;
  /** The page of `links`; null where sites are shown. */
  readonly linksPage: number | null;
  /** Queries to try, each of which finds something. */
  readonly examples: readonly string[];
}

export interface ExactDomain {
  readonly domain: string;
  /** Null where the directory does not know it. */
  readonly row: Row | null;
}

export const NO_LINKS: SearchFacts['links'] = { total: 0, totalIsEstimate: false, results: [] };

/** The search page until somebody searches. */
export function emptySearch(examples: readonly string[]): SearchFacts {
  return {
    query: '',
    chosen: { filter: NO_FILTER, verified: false },
    exact: null,
    list: null,
    matches: new Map(),
    counts: [],
    suggestion: null,
    links: NO_LINKS,
    linksPage: null,
    examples,
  };
}
