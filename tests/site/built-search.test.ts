import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toRow } from '../../src/site/row.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { fillSamples, SAMPLE_FILES } from '../store/fill-samples.ts';
import type { TestStore } from '../store/test-store.ts';
import { type BuiltSearch, openBuiltSearch } from './open-built-search.ts';

let opened: TestStore;
let built: BuiltSearch;
beforeAll(async () => {
  opened = await openEmbeddedTestStore();
  const { store } = opened;
  await fillSamples(store);
  const { results } = await store.list({ page: 1, perPage: 100, includeUnlisted: false, verified: false });
  built = await openBuiltSearch(results.map(toRow), (domains, scope) => store.readWords(domains, scope));
}, 120_000);
afterAll(async () => {
  built?.close();
  await opened.close();
});

describe('the search in a browser', () => {
  it.each([
    'payments',
    'take payments online',
    'tide tables',
    'red shoes',
    'lawyer',
    'zahlungen',
    'kubernetes cluster',
    'web hooks',
    'webhook',
    'kestrel',
    'harbors.example',
    'https://payments.example/refunds',
    'pay',
    'hab',
    'Bücher',
    '日本',
    '"tide tables"',
    '"tables tide"',
    'tide or kestrel',
    'payments -online',
    'payments -"by card" or shoes',
    '-payments',
    '-payments -tide',
    'tables of the tide for each harbor in berlin',
    'to be or not to be',
    'c++',
    '"',
  ])('answers as the API does: %s', async (query) => {
    for (const verified of [false, true]) {
      const asked = {
        scope: 'all',
        sort: 'relevance',
        page: 1,
        perPage: 20,
        includeUnlisted: false,
        verified,
      } as const;
      const api = await opened.store.search({ ...asked, q: query });
      const { total, hits } = await built.find({ query, filters: { verified, featured: false }, limit: 20 });
      expect({ total, domains: hits.map(({ domain }) => domain) }).toEqual({
        total: api.total,
        domains: api.results.map(({ domain }) => domain),
      });
    }
  });

  it('says what is shown of a site', async () => {
    const { hits } = await built.find({ query: 'kestrels', filters: { verified: true, featured: false }, limit: 1 });
    expect(hits).toMatchObject([
      { domain: 'kestrels.example', name: 'Kestrels', about: 'On payment in kind', verified: true, featured: false },
    ]);
  });

  it('says where a word is unknown, which may be misspelt', async () => {
    const filters = { verified: false, featured: false };
    expect((await built.find({ query: 'kuberntes', filters, limit: 20 })).mayBeMisspelt).toBe(true);
    expect((await built.find({ query: 'kubernetes', filters, limit: 20 })).mayBeMisspelt).toBeUndefined();
  });

  it('shows as many results as are asked for', async () => {
    const request = { query: '-xylophone', filters: { verified: false, featured: false } };
    const { total, hits } = await built.find({ ...request, limit: 2 });
    expect([total, hits.length]).toEqual([Object.keys(SAMPLE_FILES).length, 2]);
    expect((await built.find({ ...request, limit: 5 })).hits).toHaveLength(5);
  });
});
