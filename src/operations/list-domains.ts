import { listingSchema } from '../directory/record.ts';
import type { Store } from '../store/store.ts';
import { LIST } from './http-route.ts';
import { listingInput, listQuery, toListing } from './listing.ts';
import { defineOperation } from './operation.ts';

interface Needs {
  readonly store: Pick<Store, 'list'>;
  readonly baseUrl: string;
}

export const listDomains = defineOperation({
  name: 'listDomains',
  summary: 'List the domains of the directory.',
  description: 'Domains in the directory’s order: verified first, then by authority, then by name.',
  access: 'public',
  input: listingInput,
  output: listingSchema,
  http: {
    method: 'GET',
    path: '/v1/domains',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'A page of domains; empty past the end.' },
    errors: ['request.invalid', 'store.unavailable'],
  },
  run: async ({ store, baseUrl }: Needs, input) =>
    toListing(await store.list(listQuery(input)), { query: '', ...input }, baseUrl),
});
