/** Returns the title of the search page, without the name of the service. */
export function searchTitle(query: string): string {
  return query === '' ? 'Search' : `Search: ${query}`;
}
