import { render } from 'preact';
import type { FoundLink } from '../../directory/link.ts';
import { FileLinks } from '../components/FileLinks.tsx';
import { SearchResults } from '../components/SearchResults.tsx';
import type { Highlight } from '../views/search/highlight.ts';
import { linkView } from '../views/search/link-view.ts';
import { type ResultsGiven, resultsView } from '../views/search/results-view.ts';
import type { Found } from './find.ts';
import { hitView } from './hit-view.ts';

/** The places of the page where a search is shown. */
export interface ScreenPlaces {
  /** Nothing else on the page is announced when it changes. */
  readonly count: HTMLElement;
  /** The sites. */
  readonly found: HTMLElement;
  /** The button for more of them, or the links to pages. */
  readonly more: HTMLElement;
  readonly inFiles: HTMLElement;
}

/** What a search shows. */
export interface Outcome extends Pick<ResultsGiven, 'exact'> {
  readonly query: string;
  readonly found: Found;
  readonly highlight: Highlight;
}

interface Actions {
  onMore(): void;
  onRetry(): void;
}

export type SearchScreen = ReturnType<typeof createSearchScreen>;

/** Shows what a search has found, or what became of it. */
export function createSearchScreen({ count, found: sites, more, inFiles }: ScreenPlaces, { onMore, onRetry }: Actions) {
  function show({ query, found, exact, highlight }: Outcome): void {
    const { total, hits, hasMore = false, suggestion = null } = found;
    const view = resultsView({ query, total, hasMore, sites: hits.map(hitView), exact, suggestion });
    count.textContent = view.count;
    render(<SearchResults results={view} highlight={highlight} />, sites);
    showMore(total === null || hasMore || total > hits.length);
  }

  function showMore(isMore: boolean): void {
    render(
      isMore && (
        <button type="button" class="quiet-button" onClick={onMore}>
          Show more
        </button>
      ),
      more,
    );
  }

  function showLinks(links: readonly FoundLink[], highlight?: Highlight): void {
    render(<FileLinks links={links.flatMap((link) => linkView(link) ?? [])} highlight={highlight} />, inFiles);
  }

  function showSlow(): void {
    count.textContent = 'Searching…';
  }

  function showFailure(): void {
    clear();
    count.textContent = 'The search could not be reached.';
    render(<Failure onRetry={onRetry} />, sites);
  }

  function clear(): void {
    count.textContent = '';
    render(null, sites);
    showMore(false);
    showLinks([]);
  }

  return { show, showMore, showLinks, showSlow, showFailure, clear };
}

function Failure({ onRetry }: Pick<Actions, 'onRetry'>) {
  return (
    <button type="button" onClick={onRetry}>
      Try again
    </button>
  );
}
