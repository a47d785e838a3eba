import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../../src/directory/urls.ts';
import { openRenderer, type Renderer } from '../../../src/site/build/renderer.ts';
import { type BuiltSearch, findInStore, openBuiltSearch } from '../../site/open-built-search.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { T0 } from '../../store/sample-visit.ts';
import type { TestStore } from '../../store/test-store.ts';
import { fillFromCorpus, readRealSites, readRows } from './fill-from-corpus.ts';
import { readJudgedQueries } from './judged-queries.ts';

const sites = readRealSites();
if (sites === null) console.log('the same answers over real files: skipped, their folder is not there');

const QUERIES = 60;
/** Least share of queries with the same first site. */
const MIN_SAME = 0.9;
const FIRST_SITE = /<a\b[^>]*class="site-name"[^>]*>/;

describe.runIf(sites)('answers of 60 queries', () => {
  let opened: TestStore;
  let renderer: Renderer;
  let built: BuiltSearch;
  const queries = readJudgedQueries()
    .filter(({ kind }) => kind !== 'none')
    .filter((_, at) => at % 3 === 0)
    .slice(0, QUERIES)
    .map(({ query }) => query);
  const answers: { query: string; api: string | null; page: string | null; index: string | null }[] = [];

  /** First site of the search page. The search box shows this page too, if there is a server. */
  async function firstOfPage(query: string): Promise<string | null> {
    const page = await renderer.render(paths.searchFor(query));
    const [link = ''] = FIRST_SITE.exec(Buffer.from(page?.body ?? '').toString()) ?? [];
    return /href="\/domain\/([^"]+)"/.exec(link)?.[1] ?? null;
  }

  /** First site of `/v1/search` with `scope=all` and `sort=relevance`. */
  async function firstOfApi(query: string): Promise<string | null> {
    const [first = null] = await findInStore(opened.store, query, 50);
    return first;
  }

  beforeAll(async () => {
    opened = await openEmbeddedTestStore();
    const { store } = opened;
    await fillFromCorpus(store, sites ?? [], T0);
    const now = () => T0;
    renderer = await openRenderer({
      store,
      baseUrl: 'https://dir.example',
      serviceName: 'Directory',
      now,
      dataDir: tmpdir(),
    });
    built = await openBuiltSearch(await readRows(store), store);
    for (const query of queries) {
      const [first] = (await built.find(query, 20)).sites;
      const [api, page] = [await firstOfApi(query), await firstOfPage(query)];
      answers.push({ query, api, page, index: first?.domain ?? null });
    }
  }, 900_000);
  afterAll(async () => {
    built?.close();
    await opened?.close();
  });

  it('start with the same site on the search page and in the API', () => {
    expect(answers).toHaveLength(QUERIES);
    const different = answers.filter(({ api, page }) => api !== page);
    console.log(`the search page starts with another site than the API for ${different.length} of ${QUERIES} queries`);
    expect(different.length / QUERIES, JSON.stringify(different)).toBeLessThanOrEqual(1 - MIN_SAME);
  });

  it('are not empty in one place only', () => {
    const partly = answers.filter(({ api, page }) => (api === null) !== (page === null));
    expect(partly).toEqual([]);
    const ofIndex = answers.filter(({ api, index }) => index === api).length / QUERIES;
    const silent = answers.filter(({ api, index }) => api !== null && index === null).map(({ query }) => query);
    console.log(`the index alone starts with the same site in ${ofIndex}, and finds nothing for: ${silent.join(', ')}`);
  });
});
