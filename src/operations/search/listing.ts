import { z } from 'zod';
import { type Listing, toRecord } from '../../directory/record.ts';
import type { DomainPage } from '../../store/store.ts';

const wholeNumber = z.int({
  error: ({ code }) => (code === 'too_big' ? `must be at most ${Number.MAX_SAFE_INTEGER}` : 'must be a whole number'),
});
const trueOrFalse = z.boolean({ error: 'must be true or false' });

export const pageNumber = wholeNumber.min(1, 'must be at least 1').default(1);
export const pageSize = (standard: number, most: number) =>
  wholeNumber
    .min(1, 'must be at least 1')
    .max(most, `must be at most ${most}`)
    .default(standard)
    .describe('Page size.');

export const listingInput = z.strictObject({
  page: pageNumber.describe('Page number.'),
  per_page: pageSize(50, 100),
  include_unlisted: trueOrFalse.default(false).describe('Includes unlisted domains and domains without a crawl.'),
  verified: trueOrFalse.default(false).describe('Returns only verified domains.'),
});

/**
 * Largest page number. No directory has so many pages, and page × size fits the database's 4-byte integers (2·10⁷ × 100 < 2³¹).
 */
export const DEEPEST_PAGE = 20_000_000;

/** Converts the paging of a listing for the store. */
export function listQuery(input: z.output<typeof listingInput>) {
  return {
    page: Math.min(input.page, DEEPEST_PAGE),
    perPage: input.per_page,
    includeUnlisted: input.include_unlisted,
    verified: input.verified,
  };
}

/** Creates a page of domains, as returned. */
export function toListing(
  found: DomainPage & { readonly suggestion?: string },
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
  return {
    ...listing,
    ...(found.totalIsEstimate && { total_is_estimate: true as const }),
    ...(found.suggestion !== undefined && { suggestion: found.suggestion }),
  };
}
