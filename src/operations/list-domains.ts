import { listingSchema } from '../directory/record.ts';
import type { OperationContext } from './context.ts';
import { listingInput, listQuery } from './listing-input.ts';
import { defineOperation } from './operation.ts';
import { renderListing } from './render-listing.ts';

export const listDomains = defineOperation({
  name: 'listDomains',
  summary: 'List the domains of the directory.',
  description: 'Domains in the directory’s order: verified first, then by authority, then by name.',
  access: 'public',
  input: listingInput,
  output: listingSchema,
  run: async ({ store, baseUrl }: OperationContext, input) =>
    renderListing(await store.list(listQuery(input)), { query: '', ...input }, baseUrl),
});
