import { expect, it } from 'vitest';
import { readQuery, readSearch } from '../../../src/site/build/search-page.ts';
import { NO_LINKS } from '../../../src/site/content/views/search/search-data.ts';
import { fakeStore as readStore } from '../../functions/http/fake-store.ts';
import { fakeStore } from './fake-store.ts';

it.each([
  [' boats ', 'boats'],
  ['\u202eboats\u202c and \u2066tides', 'boats and tides'],
  ['pay\u200bments', 'payments'],
  ['boats\u0000', 'boats'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['⛵'.repeat(201), '⛵'.repeat(200)],
])('reads the query %j as %j', (typed, query) => {
  expect(readQuery(new URLSearchParams({ q: typed }))).toBe(query);
});

it('shows no filter with pages inside files, because the search of pages has none', async () => {
  const store = {
    ...fakeStore([]).store,
    ...readStore({ searchLinks: async () => NO_LINKS }),
    findMatches: async () => new Map(),
    countFacets: async () => [],
  };
  const { chosen } = await readSearch(store, 'tides', new URLSearchParams('show=pages&verified=true'));
  expect(chosen.verified).toBe(false);
});
