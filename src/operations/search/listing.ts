import { z } from 'zod';
import type { Listing } from '../../directory/record.ts';

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
/** Page size of a tool. It is small, because a model reads all results. */
export const toolPageSize = pageSize(10, 25);

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

interface Found<Result> {
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly results: readonly Result[];
  readonly suggestion?: string;
}

/** Creates a page of results, as returned. */
export function toListing<Result, Shown>(
  { total, totalIsEstimate, results, suggestion }: Found<Result>,
  asked: Pick<Listing, 'query' | 'page' | 'per_page'>,
  show: (result: Result) => Shown,
) {
  return {
    query: asked.query,
    page: asked.page,
    per_page: asked.per_page,
    total,
    results: results.map(show),
    ...(totalIsEstimate && { total_is_estimate: true as const }),
    ...(suggestion !== undefined && { suggestion }),
  };
}
