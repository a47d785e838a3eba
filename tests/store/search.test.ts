import { expect, it } from 'vitest';
import { readWordList } from '../../src/search/word-list.ts';
import type { Call } from '../../src/store/client.ts';
import { createSearchStore, createSiteFinder } from '../../src/store/search.ts';

it('searches by authority once if it suggests another query', async () => {
  const calls: string[] = [];
  const read: Call = async (name, _, row) => {
    calls.push(name);
    return row.parse(name === 'find_sites' ? { total: 0, facets: [], sites: [] } : []);
  };
  const words = { ...readWordList('payments 9', 9), version: null };
  const { search } = createSearchStore(read, createSiteFinder(read, { read: async () => words, forget: () => {} }));
  const query = {
    scope: 'record',
    sort: 'authority',
    includeUnlisted: false,
    verified: false,
    page: 1,
    perPage: 20,
  } as const;
  expect(await search({ ...query, q: 'payemnts' })).toMatchObject({ total: 0, suggestion: 'payments' });
  // The search, its records, and the search for the unknown word.
  expect(calls.toSorted()).toEqual(['find_sites', 'find_sites', 'lookup_domains']);
});
