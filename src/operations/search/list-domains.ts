import { z } from 'zod';
import { isUnfiltered, listFilterMembers } from '../../directory/list-filter.ts';
import { LIST_SORTS } from '../../directory/list-sort.ts';
import { listingSchema, toRecord } from '../../directory/record.ts';
import { LIST } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { SAMPLE_RECORD } from '../samples.ts';
import type { UsesStore } from '../uses-store.ts';
import { listingInput, listQuery, toListing } from './listing.ts';

const input = z.strictObject({
  ...listingInput.shape,
  ...listFilterMembers,
  sort: z
    .enum(LIST_SORTS, { error: `must be one of ${LIST_SORTS.join(', ')}` })
    .default('authority')
    .describe(
      'Order: by authority with verified domains first, newest domain first, latest changed file first, or by quality. Equal domains are sorted by name.',
    ),
});

export const listDomains = defineOperation({
  name: 'listDomains',
  summary: 'List the domains of the directory.',
  description:
    'Lists domains in the directory’s order: verified first, then by authority, then by name. You can combine filters. With a filter or another order, you can reach only the first 10,000 domains, and a larger `total` may be an estimate.',
  access: 'public',
  input,
  output: listingSchema,
  example: { query: '', page: 1, per_page: 50, total: 1, results: [SAMPLE_RECORD] },
  http: {
    method: 'GET',
    path: '/v1/domains',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'A page of domains. Empty after the last page.' },
    errors: ['store.unavailable'],
  },
  run: async ({ store, baseUrl }: UsesStore<'list' | 'listFiltered'> & { readonly baseUrl: string }, input) => {
    const query = listQuery(input);
    const { sort } = input;
    const isPlain = sort === 'authority' && isUnfiltered(input);
    const page = isPlain ? await store.list(query) : await store.listFiltered({ ...query, filter: input, sort });
    return toListing(page, { query: '', ...input }, (facts) => toRecord(facts, baseUrl));
  },
});
