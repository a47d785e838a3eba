import { render } from 'preact';
import { highlighterFor } from '../content/views/search/highlight.ts';
import { resultsView } from '../content/views/search/results-view.ts';
import { SearchResults } from '../look/components/SearchResults.tsx';
import { askIndex, loadIndex } from './site-index.ts';

export { loadIndex };

export interface Answer {
  readonly count: string;
  readonly nodes: readonly Node[];
}

/** Most shown sites. The page loads a file of the index per site. */
const MAX_SITES = 20;

/** Searches the built index. Rejects if the index cannot be loaded. */
export async function searchIndex(query: string): Promise<Answer> {
  const { total, sites } = await askIndex((index) => index.find(query, MAX_SITES));
  const results = resultsView({ query, total, sites, exact: null, suggestion: null });
  const container = document.createElement('div');
  render(<SearchResults results={results} highlight={highlighterFor(query)} />, container);
  return { count: results.count, nodes: [container] };
}
