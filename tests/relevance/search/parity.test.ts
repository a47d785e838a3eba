import { expect, it } from 'vitest';
import { findOrAsk } from '../../../src/site/browser/find.ts';
import { findInStore, openBuiltSearch } from '../../site/open-built-search.ts';
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
  'the box finds the same site first as the API, and is empty only where the API is',
  async () => {
    const opened = await openEmbeddedTestStore();
    const { store } = opened;
    await fillFromCorpus(store, sites ?? [], T0);
    const built = await openBuiltSearch(await readRows(store), store);
    const byApi = findInStore(store);
    const inBox = findOrAsk(built, byApi);
    const differing: string[] = [];
    const queries = [...readJudgedQueries().map((judged) => judged.query), ...TYPED];
    for (const query of queries) {
      const request = { query, filters: { verified: false, featured: false }, limit: FIRST };
      const [box, api] = [await inBox(request), await byApi(request)];
      expect({ query, isEmpty: box.hits.length === 0 }).toEqual({ query, isEmpty: api.hits.length === 0 });
      if (box.hits[0]?.domain !== api.hits[0]?.domain) differing.push(query);
    }
    built.close();
    await opened.close();
    expect(queries.length).toBeGreaterThan(150);
    expect(differing.length / queries.length, differing.join('; ')).toBeLessThanOrEqual(0.1);
  },
  900_000,
);
