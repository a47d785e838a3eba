import { listingSchema } from '../directory/record.ts';
import { LIST } from './http-route.ts';
import { listingInput, listQuery, toListing } from './listing.ts';
import { defineOperation } from './operation.ts';
import { SAMPLE_RECORD } from './samples.ts';
import type { UsesStore } from './uses-store.ts';

export const listDomains = defineOperation({
  name: 'listDomains',
  summary: 'List the domains of the directory.',
  description: 'Domains in the directory’s order: verified first, then by authority, then by name.',
  access: 'public',
  input: listingInput,
  output: listingSchema,
  example: { query: '', page: 1, per_page: 50, total: 1, results: [SAMPLE_RECORD] },
  http: {
    method: 'GET',
    path: '/v1/domains',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'A page of domains; empty past the end.' },
    errors: ['store.unavailable'],
  },
  run: async ({ store, baseUrl }: UsesStore<'list'> & { readonly baseUrl: string }, input) =>
    toListing(await store.list(listQuery(input)), { query: '', ...input }, baseUrl),
});
