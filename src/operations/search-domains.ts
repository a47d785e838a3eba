import { z } from 'zod';
import { listingSchema } from '../directory/record.ts';
import type { OperationContext } from './context.ts';
import { listingInput, listQuery } from './listing-input.ts';
import { defineOperation } from './operation.ts';
import { renderListing } from './render-listing.ts';

/** Longest query after trimming, in characters. */
const MAX_QUERY_CHARACTERS = 200;
/** The database's text holds no NUL, and nobody types the others. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const query = z
  .string({ error: 'must be given: the words to search for' })
  .refine((text) => text.trim().length > 0, 'must have at least 1 character that is not a blank')
  .refine(
    (text) => [...text.trim()].length <= MAX_QUERY_CHARACTERS,
    `must have at most ${MAX_QUERY_CHARACTERS} characters`,
  )
  .refine((text) => text.isWellFormed() && !CONTROL.test(text), 'must not contain control characters')
  .describe(
    'Words to find in domain, title, summary, description and tags; quotes, or, and minus work as in web searches. A domain or its start matches too.',
  )
  .meta({ minLength: 1, examples: ['payments'] });

export const searchDomains = defineOperation({
  name: 'searchDomains',
  summary: 'Search the domains of the directory.',
  description:
    'Full-text search over domain, title, summary, description and tags. Results come in the directory’s order: verified first, then by authority.',
  access: 'public',
  input: z.strictObject({ q: query, ...listingInput.shape }),
  output: listingSchema,
  run: async ({ store, baseUrl }: OperationContext, input) =>
    renderListing(
      await store.search({ ...listQuery(input), q: input.q.trim() }),
      { query: input.q, page: input.page, per_page: input.per_page },
      baseUrl,
    ),
});
