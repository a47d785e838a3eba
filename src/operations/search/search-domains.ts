import { z } from 'zod';
import { listFilterMembers } from '../../directory/list-filter.ts';
import {
  type BriefListing,
  briefListingSchema,
  type Listing,
  listingSchema,
  toRecord,
} from '../../directory/record.ts';
import { renderListingText } from '../../site/content/views/sites/listing-text.ts';
import { LIST } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { SAMPLE_RECORD } from '../samples.ts';
import { toFoundSite } from '../sites/found-site.ts';
import { READS_DIRECTORY } from '../tool.ts';
import type { UsesStore } from '../uses-store.ts';
import { listingInput, listQuery, toListing, toolPageSize } from './listing.ts';
import { queryText } from './query-text.ts';

const query = queryText(
  'Words to find in domain, title, summary, description and tags. Quotes, or, and minus work as in web searches. The start of a domain also matches.',
);
const scope = (standard: 'record' | 'all') =>
  z
    .enum(['record', 'all'], { error: 'must be record or all' })
    .default(standard)
    .describe(
      'Scope: the record, or also the file (its first prose, the names of its sections and links, and the notes of links).',
    );
const sort = (standard: 'authority' | 'relevance') =>
  z
    .enum(['authority', 'relevance'], { error: 'must be authority or relevance' })
    .default(standard)
    .describe('Order within verified and unverified domains: by authority, or by match and authority combined.');
const searchInput = z.strictObject({
  q: query,
  scope: scope('record'),
  sort: sort('authority'),
  ...listingInput.shape,
  ...listFilterMembers,
});

export const searchDomains = defineOperation({
  name: 'searchDomains',
  summary: 'Search the domains of the directory.',
  description:
    'Searches domain, title, summary, description and tags. `scope=all` also searches the file: its first prose, the names of its sections and links, and the notes of links. Words match in all forms (payment, payments), without case and accents. Results have the directory’s order: verified first, then by authority. `sort=relevance` returns verified domains first, then the best matches. You can combine filters with the words. If few domains match and a word is unknown, `suggestion` contains a corrected query.',
  access: 'public',
  input: searchInput,
  output: listingSchema,
  example: { query: 'payments', page: 1, per_page: 50, total: 1, results: [SAMPLE_RECORD] },
  http: {
    method: 'GET',
    path: '/v1/search',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'A page of matching domains. Empty after the last page.' },
    errors: ['store.unavailable'],
  },
  tool: {
    name: 'search_domains',
    title: 'Search the directory',
    advice:
      'Use it to find sites about a subject that agents can read. Results are short. lookup_domain returns the whole record.',
    annotations: READS_DIRECTORY,
    // Tools sort by relevance, because a model needs an answer.
    input: searchInput.extend({
      scope: scope('all'),
      sort: sort('relevance'),
      per_page: toolPageSize,
    }),
    brief: { schema: briefListingSchema, from: toBriefListing },
    text: renderListingText,
  },
  run: async ({ store, baseUrl }: UsesStore<'search'> & { readonly baseUrl: string }, input) => {
    const { scope, sort } = input;
    const page = await store.search({ ...listQuery(input), q: input.q.trim(), scope, sort, filter: input });
    return toListing(page, { ...input, query: input.q }, (facts) => toRecord(facts, baseUrl));
  },
});

function toBriefListing({ results, ...listing }: Listing): BriefListing {
  return { ...listing, results: results.map(toFoundSite) };
}
