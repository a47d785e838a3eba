import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryError } from '../../../src/directory/errors.ts';
import { paths } from '../../../src/directory/urls.ts';
import { parsePageParam } from '../../../src/operations/resolve/page-param.ts';
import { resolveAddresses } from '../../../src/operations/resolve/resolve-url.ts';
import { openRenderer, type Renderer } from '../../../src/site/build/renderer.ts';
import { toFullRow } from '../../../src/site/content/row.ts';
import { highlighterFor } from '../../../src/site/content/views/search/highlight.ts';
import { withWhy } from '../../../src/site/content/views/search/why-view.ts';
import { siteView } from '../../../src/site/content/views/sites/site-view.ts';
import { readTsv } from '../../read-tsv.ts';
import { type BuiltSearch, findInStore, openBuiltSearch } from '../../site/open-built-search.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { T0 } from '../../store/sample-visit.ts';
import type { TestStore } from '../../store/test-store.ts';
import { labelSites } from '../resolve/labelled-pages.ts';
import { fillFromCorpus, readRealSites, readRows } from './fill-from-corpus.ts';
import { readJudgedQueries } from './judged-queries.ts';
import { measureRelevance } from './measure.ts';

const sites = readRealSites();
if (sites === null) console.log('directory of real files: skipped, their folder is not there');

const QUERIES = 60;
const SHOWN = 20;
const LABELLED_SITES = 200;
/** Least share of queries with the same first site. */
const MIN_SAME = 0.9;
/** Least share of equally good pairs with the better-known site first. Without authority, the share is 0.36. */
const MIN_DECIDED = 0.6;
const FIRST_SITE = /<a\b[^>]*class="site-name".*?<\/li>/s;
/** Least share of first sites whose row marks a match. */
const MIN_MARKED = 0.95;

describe.runIf(sites)('directory of real files', () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openEmbeddedTestStore();
    await fillFromCorpus(opened.store, sites ?? [], T0);
  });
  afterAll(() => opened?.close());

  it.each([
    ['.', { ndcg: 0.74, success: 0.885, links: 0.93 }],
    ['second', { ndcg: 0.785, success: 0.885, links: 0.83 }],
  ] as const)('finds what a person judged right: set %s', async (set, least) => {
    const { store } = opened;
    const queries = readJudgedQueries(set);
    const answers = [];
    for (const query of queries) answers.push({ query, found: await findInStore(store, query.query, SHOWN) });
    const { ndcg = 0, success = 0, mostOfNone } = measureRelevance(answers, (query) => query.sites).get('all') ?? {};
    const asked = queries.filter(({ pages }) => pages.size > 0);
    let answered = 0;
    for (const { query: q, pages } of asked) {
      const { results } = await store.searchLinks({ q, domain: null, page: 1, perPage: 10 });
      if (results.some(({ url }) => (pages.get(url) ?? 0) >= 2)) answered += 1;
    }
    const links = answered / asked.length;
    console.log(`set ${set}: nDCG@10 ${ndcg}, success@5 ${success}, links success@10 ${links}`);
    expect(ndcg).toBeGreaterThanOrEqual(least.ndcg);
    expect(success).toBeGreaterThanOrEqual(least.success);
    expect(links).toBeGreaterThanOrEqual(least.links);
    expect(mostOfNone).toBeLessThanOrEqual(5);
  });

  it('gives a reason for nearly every result', async () => {
    const { store } = opened;
    const queries = readJudgedQueries().filter(
      ({ kind }) => kind !== 'none' && kind !== 'navigational' && kind !== 'misspelt',
    );
    const silent: string[] = [];
    let rows = 0;
    let withoutLine = 0;
    for (const { query } of queries.slice(0, QUERIES)) {
      const domains = await findInStore(store, query, SHOWN);
      const matches = await store.findMatches(query, domains);
      const highlight = highlighterFor(query);
      for (const summary of await store.getSummaries(domains)) {
        const row = toFullRow(summary);
        const { why, name, domain, about } = withWhy(siteView(row), row, matches.get(row.domain), highlight);
        const isMarked = [name, domain, about].some((text) => highlight(text ?? '').some(({ isMatch }) => isMatch));
        rows += 1;
        if (!why) withoutLine += 1;
        if (!why && !isMarked) silent.push(`${query}: ${domain}`);
      }
    }
    console.log(`rows ${rows}, without a line ${withoutLine}, silent ${silent.length}`);
    expect(rows).toBeGreaterThan(300);
    expect(silent.length / rows, silent.join('; ')).toBeLessThanOrEqual(0.05);
  });

  it('resolves pages of 200 sites to their file and line', async () => {
    const labelled = labelSites(sites ?? [], LABELLED_SITES);
    const deps = { store: opened.publicStore, baseUrl: 'https://directory.example', reservedNames: false };
    const wrong: string[] = [];
    let [files, entries] = [0, 0];
    for (const pages of labelled) {
      const asked = pages.map(({ url }) => ({ url, query: parsePageParam(url, '/url', deps) }));
      const answers = await resolveAddresses(asked, deps);
      for (const [at, { url, spelling, file, titles }] of pages.entries()) {
        const answer = answers[at];
        const found = answer === undefined || answer instanceof DirectoryError ? null : answer;
        const isFile = found?.file?.url === file;
        const isEntry = titles.length === 0 ? found?.entry === null : titles.includes(found?.entry?.title ?? '');
        if (isFile) files += 1;
        if (isEntry) entries += 1;
        if (!isFile || !isEntry) wrong.push(`${spelling} ${url}: ${JSON.stringify(found)}, not ${titles}`);
      }
    }
    const pages = labelled.flat().length;
    for (const line of wrong.slice(0, 20)) console.log(line);
    console.log(`${pages} pages: file ${files}, entry ${entries} right`);
    expect(labelled).toHaveLength(LABELLED_SITES);
    expect(pages).toBeGreaterThan(1_900);
    expect(files / pages).toBeGreaterThanOrEqual(0.99);
    expect(entries / pages).toBeGreaterThanOrEqual(0.98);
  });

  describe('answers of 60 queries', () => {
    let renderer: Renderer;
    let built: BuiltSearch;
    const queries = readJudgedQueries()
      .filter(({ kind }) => kind !== 'none')
      .filter((_, at) => at % 3 === 0)
      .slice(0, QUERIES)
      .map(({ query }) => query);
    const answers: {
      query: string;
      api: string | null;
      page: string | null;
      index: string | null;
      isMarked: boolean;
    }[] = [];

    /** Reads the first site of the search page. The search box shows this page too, if there is a server. */
    async function firstOfPage(query: string): Promise<{ page: string | null; isMarked: boolean }> {
      const page = await renderer.render(paths.searchFor(query), '192.0.2.1');
      const [row = ''] = FIRST_SITE.exec(Buffer.from(page?.body ?? '').toString()) ?? [];
      return { page: /href="\/domain\/([^"]+)"/.exec(row)?.[1] ?? null, isMarked: row.includes('<mark') };
    }

    /** Returns the first site of `/v1/search` with `scope=all` and `sort=relevance`. */
    async function firstOfApi(query: string): Promise<string | null> {
      const [first = null] = await findInStore(opened.store, query, 50);
      return first;
    }

    beforeAll(async () => {
      const { store } = opened;
      const now = () => T0;
      renderer = await openRenderer(tmpdir(), {
        store,
        service: { name: 'Directory', baseUrl: 'https://dir.example' },
        now,
      });
      built = await openBuiltSearch(await readRows(store), store);
      for (const query of queries) {
        const [first] = (await built.find(query, 20)).sites;
        const api = await firstOfApi(query);
        answers.push({ query, api, ...(await firstOfPage(query)), index: first?.domain ?? null });
      }
    });
    afterAll(() => built?.close());

    it('gives the same first site on the search page and in the API', () => {
      expect(answers).toHaveLength(QUERIES);
      const different = answers.filter(({ api, page }) => api !== page);
      console.log(
        `the search page starts with another site than the API for ${different.length} of ${QUERIES} queries`,
      );
      expect(different.length / QUERIES, JSON.stringify(different)).toBeLessThanOrEqual(1 - MIN_SAME);
    });

    it('marks on the search page why the first site matches', () => {
      const shown = answers.filter(({ page }) => page !== null);
      const silent = shown.filter(({ isMarked }) => !isMarked).map(({ query, page }) => `${query}: ${page}`);
      console.log(`first sites ${shown.length}, without a mark ${silent.length}`);
      expect(shown.length).toBeGreaterThan(QUERIES * 0.9);
      expect(1 - silent.length / shown.length, silent.join('; ')).toBeGreaterThanOrEqual(MIN_MARKED);
    });

    it('finds a site in both places or in neither', () => {
      const partly = answers.filter(({ api, page }) => (api === null) !== (page === null));
      expect(partly).toEqual([]);
      const ofIndex = answers.filter(({ api, index }) => index === api).length / QUERIES;
      const silent = answers.filter(({ api, index }) => api !== null && index === null).map(({ query }) => query);
      console.log(
        `the index alone starts with the same site in ${ofIndex}, and finds nothing for: ${silent.join(', ')}`,
      );
    });
  });

  describe('a search by relevance', () => {
    const find = (q: string) => findInStore(opened.store, q, 50);
    const stand = (domain: string, authority: number, verified = false) =>
      opened.query('update directory.domains set authority = $2, verified = $3 where domain = $1', [
        domain,
        authority,
        verified,
      ]);

    it('ranks the better known of two good sites first, and a verified site always', async () => {
      const queries = new Map(readJudgedQueries().map(({ id, query }) => [id, query]));
      const decided = { authority: [] as boolean[], verified: [] as boolean[] };
      for (const [id = '', reason, better = '', other = ''] of readTsv(new URL('standing.tsv', import.meta.url))) {
        const isVerified = reason === 'verified';
        await stand(better, isVerified ? 30 : 90, isVerified);
        await stand(other, 30);
        const found = await find(queries.get(id) ?? '');
        const places = [found.indexOf(better), found.indexOf(other)] as const;
        // Skip pairs in which a site does not match, because it has no place at any authority.
        if (!places.includes(-1)) decided[isVerified ? 'verified' : 'authority'].push(places[0] < places[1]);
        await stand(better, 40);
        await stand(other, 40);
      }
      const share = (some: readonly boolean[]) => some.filter(Boolean).length / some.length;
      console.log(`authority decides ${share(decided.authority)}, verification ${share(decided.verified)}`);
      expect(share(decided.authority)).toBeGreaterThanOrEqual(MIN_DECIDED);
      expect(share(decided.verified)).toBe(1);
    });

    it.each(readTsv(new URL('copies.tsv', import.meta.url)))(
      'ranks for “%s” the site %s before its copy %s',
      async (query = '', original = '', copy = '') => {
        await opened.store.track([copy]);
        await stand(original, 70);
        await opened.query(
          `update directory.domains set status = 'valid', tier = 'featured', authority = 80, verified = true where domain = $1`,
          [copy],
        );
        await opened.query(
          `update directory.profiles p set title = o.title, summary = o.summary
        from directory.profiles o where p.domain = $1 and o.domain = $2`,
          [copy, original],
        );
        await opened.query(
          'insert into directory.files (domain, text_hash) select $1, text_hash from directory.files where domain = $2',
          [copy, original],
        );
        await opened.store.indexSites([copy]);
        const found = await find(query);
        expect(found).toContain(copy);
        expect(found.indexOf(original)).toBeLessThan(found.indexOf(copy));
        expect(found).toContain(original);
        await opened.remove(copy);
      },
    );
  });
});
