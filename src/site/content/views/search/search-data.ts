import { NO_FILTER } from '../../../../directory/list-filter.ts';
import type { FileMatch, LinkPage } from '../../../../store/links.ts';
import type { FacetCount } from '../../facets.ts';
import type { ListPage } from '../../lists.ts';
import type { Row } from '../../row.ts';
import type { Chosen } from '../browse/rail.ts';

export interface SearchData {
  readonly query: string;
  readonly chosen: Chosen;
  readonly exact: ExactDomain | null;
  /** Page of sites. Null without a query or for pages. */
  readonly list: ListPage | null;
  /** Matches in the files of these sites, by domain. */
  readonly matches: ReadonlyMap<string, FileMatch>;
  /** Filters of the sites. Without results, the topics of the directory. */
  readonly counts: readonly FacetCount[];
  readonly suggestion: string | null;
  /** Pages inside files: the first results, or a requested page of results. */
  readonly links: Omit<LinkPage, 'suggestion'>;
  /** Page number of `links`, or null if sites are shown. */
  readonly linksPage: number | null;
  readonly examples: readonly string[];
}

export interface ExactDomain {
  readonly domain: string;
  readonly row: Row | null;
}

export const NO_LINKS: SearchData['links'] = { total: 0, totalIsEstimate: false, results: [] };

export function emptySearch(examples: readonly string[]): SearchData {
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
