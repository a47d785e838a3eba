import { z } from 'zod';

const wholeNumber = z.int({ error: 'must be a whole number' });
const yesOrNo = z.boolean({ error: 'must be true or false' });

/** Rows of a page unless the caller says otherwise, and at most. */
const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 100;

/** The parameters that every listing takes. */
export const listingInput = z.strictObject({
  page: wholeNumber.min(1, 'must be at least 1').default(1).describe('Page number.'),
  per_page: wholeNumber
    .min(1, 'must be at least 1')
    .max(MAX_PER_PAGE, `must be at most ${MAX_PER_PAGE}`)
    .default(DEFAULT_PER_PAGE)
    .describe('Page size.'),
  include_unlisted: yesOrNo.default(false).describe('Also domains that are unlisted or not crawled yet.'),
  verified: yesOrNo.default(false).describe('Only domains whose owner has verified them.'),
});

/**
 * Pages beyond this one are asked of the store as this one: no directory reaches it (2·10⁷ pages), and page × size still
 * fits the database's 4-byte integers (2·10⁷ × 100 < 2³¹).
 */
const DEEPEST_PAGE = 20_000_000;

/** The paging of a listing in the store's words. */
export function listQuery(input: z.output<typeof listingInput>) {
  return {
    page: Math.min(input.page, DEEPEST_PAGE),
    perPage: input.per_page,
    includeUnlisted: input.include_unlisted,
    verified: input.verified,
  };
}
