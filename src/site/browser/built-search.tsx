import { render } from 'preact';
import { SearchResults } from '../components/SearchResults.tsx';
import { highlighterFor } from '../views/search/highlight.ts';
import { resultsView } from '../views/search/results-view.ts';
import { loadIndex, type SiteIndex } from './site-index.ts';

/** Result of a search, to show in the page. */
export interface Answer {
  readonly count: string;
  readonly nodes: readonly Node[];
}

/** Most sites shown. Each loads a file of the index. */
const MAX_SITES = 50;

let opened: Promise<SiteIndex> | null = null;

/** Searches the built index. Rejects if the index cannot be loaded. The next search loads it again. */
export async function searchIndex(query: string): Promise<Answer> {
  opened ??= loadIndex();
  try {
    const { total, sites } = await (await opened).find(query, MAX_SITES);
    const results = resultsView({ query, total, sites, exact: null, suggestion: null });
    const found = document.createElement('div');
    render(<SearchResults results={results} highlight={highlighterFor(query)} />, found);
    return { count: results.count, nodes: [found] };
  } catch (error) {
    opened = null;
    throw error;
  }
}
