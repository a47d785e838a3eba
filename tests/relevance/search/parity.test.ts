import { expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { openBuiltSearch } from '../../site/open-built-search.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { T0 } from '../../store/sample-visit.ts';
import { fillFromCorpus, readRealSites, readRows } from './fill-from-corpus.ts';
import { readJudgedQueries } from './judged-queries.ts';

const FIRST = 10;
const TYPED = [
  '"vector database"',
  '"text to speech" -music',
  '"machine learning" or "deep learning"',
  'payments or invoices',
  'crypto -exchange',
  'docs -api',
  'hotel -booking',
  'stripe.com',
  'https://linear.app/docs',
  'supab',
  'langch',
  'cloud',
];

const sites = readRealSites();
if (sites === null) console.log('the search in a browser over real files: skipped, their folder is not there');

it.runIf(sites)(
  'the search in a browser answers as the API does',
  async () => {
    const opened = await openEmbeddedTestStore();
    const { store } = opened;
    await fillFromCorpus(store, sites ?? [], T0);
    const built = await openBuiltSearch(await readRows(store), (domains, scope) => store.readWords(domains, scope));
    const shares: number[] = [];
    let sameFirst = 0;
    for (const query of [...readJudgedQueries().map((judged) => judged.query), ...TYPED]) {
      const api = await askApi(store, query);
      const own = await built.find({ query, filters: { verified: false, featured: false }, limit: FIRST });
      // Then the page asks the API.
      if (api.suggestion !== undefined && own.mayBeMisspelt) continue;
      const domains = own.hits.map(({ domain }) => domain);
      const expected = api.results.map(({ domain }) => domain);
      expect({ query, isEmpty: domains.length === 0 }).toEqual({ query, isEmpty: expected.length === 0 });
      shares.push(expected.filter((domain) => domains.includes(domain)).length / Math.max(expected.length, 1));
      if (domains[0] === expected[0]) sameFirst++;
    }
    built.close();
    await opened.close();
    expect(shares.length).toBeGreaterThan(150);
    expect(shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)]).toBeGreaterThanOrEqual(0.9);
    expect(sameFirst / shares.length).toBeGreaterThanOrEqual(0.9);
  },
  900_000,
);

async function askApi(store: Store, q: string) {
  const asked = { page: 1, perPage: FIRST, includeUnlisted: false, verified: false } as const;
  return await store.search({ ...asked, scope: 'all', sort: 'relevance', q });
}
