import { formatCount, formatQuantity } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';
import { NO_SITES, PAST_THE_END } from '../browse/pager.ts';
import type { SiteView } from '../sites/site-view.ts';

export const RESULTS_AT_ONCE = 20;

export interface SearchResultsInput {
  readonly query: string;
  readonly total: number;
  readonly before?: number;
  readonly sites: readonly SiteView[];
  /** Domain in the query, with its site or null. Null if the query contains no domain. */
  readonly exact: { readonly domain: string; readonly site: SiteView | null } | null;
  readonly suggestion: string | null;
  readonly isFiltered?: boolean;
  /** True if the directory lists no site. */
  readonly isUnfilled?: boolean;
}

export function resultsView(input: SearchResultsInput) {
  const { query, total, before = 0, sites, exact, suggestion, isFiltered = false, isUnfilled = false } = input;
  const isEmpty = sites.length === 0 && exact === null;
  const hasNone = isEmpty && total === 0;
  return {
    count: hasNone
      ? `No sites match “${query}”${isFiltered ? ' and the filters' : ''}.`
      : describeCount(total, 'site', before, sites.length),
    exact: exact && { ...exact, checkPath: paths.checkOf(exact.domain), addPath: paths.domain(exact.domain) },
    suggestion: suggestion === null ? null : { query: suggestion, path: paths.searchFor(suggestion) },
    // Skip this site, because the card above the list shows it.
    sites: sites.filter(({ domain }) => domain !== exact?.site?.domain),
    empty: isEmpty ? emptyText(hasNone, isFiltered, isUnfilled) : null,
  };
}
export type ResultsView = ReturnType<typeof resultsView>;

function emptyText(hasNone: boolean, isFiltered: boolean, isUnfilled: boolean): string {
  if (!hasNone) return PAST_THE_END;
  if (isUnfilled) return NO_SITES;
  return isFiltered ? 'Remove a filter.' : 'Try fewer or other words, or the start of a domain name.';
}

/** Describes the number of results and the shown range. */
export function describeCount(total: number, what: string, before: number, shown: number): string {
  const counted = formatQuantity(total, what);
  if (shown === 0 || (before === 0 && shown >= total)) return counted;
  const last = formatCount(before + shown);
  return before === 0 ? `${counted}, ${last} shown` : `${counted}, ${formatCount(before + 1)} to ${last} shown`;
}
