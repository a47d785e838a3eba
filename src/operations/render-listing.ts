import { type Listing, toRecord } from '../directory/record.ts';
import type { DomainPage } from '../store/store.ts';

/** A page of domains as every door answers it. */
export function renderListing(
  found: DomainPage,
  asked: { readonly query: string; readonly page: number; readonly per_page: number },
  baseUrl: string,
): Listing {
  const listing: Listing = {
    query: asked.query,
    page: asked.page,
    per_page: asked.per_page,
    total: found.total,
    results: found.results.map((facts) => toRecord(facts, baseUrl)),
  };
  return found.totalIsEstimate ? { ...listing, total_is_estimate: true } : listing;
}
