import { z } from 'zod';
import { defineOperation } from '../../src/operations/operation.ts';
import { searchDomains } from '../../src/operations/search-domains.ts';

/** Records of a page unless the caller says otherwise, and at most: a record is up to 5 kB, and a model reads all of it. */
const DEFAULT_PER_PAGE = 10;
const MAX_PER_PAGE = 25;

/** The search, in pages that a model can read. */
export const briefSearch = defineOperation({
  ...searchDomains,
  input: searchDomains.input.extend({
    per_page: z
      .int({ error: 'must be a whole number' })
      .min(1, 'must be at least 1')
      .max(MAX_PER_PAGE, `must be at most ${MAX_PER_PAGE}`)
      .default(DEFAULT_PER_PAGE)
      .describe('Page size.'),
  }),
});
