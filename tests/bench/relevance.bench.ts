import { parseArgs } from 'node:util';
import { parseQuery } from '../../src/search/query.ts';
import { createLinkTexts } from '../../src/store/link-texts.ts';
import { createLinkStore } from '../../src/store/links.ts';
import { createSearchStore, createSiteFinder, type SiteFinder } from '../../src/store/search.ts';
import { createWordLists } from '../../src/store/search-words.ts';
import { fillFromCorpus, type RealSite, readRealSites, readRows } from '../relevance/search/fill-from-corpus.ts';
import { type JudgedQuery, readJudgedQueries } from '../relevance/search/judged-queries.ts';
import { measureRelevance, type Relevance } from '../relevance/search/measure.ts';
import { findInStore, openBuiltSearch } from '../site/open-built-search.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { T0 } from '../store/sample-visit.ts';
import type { TestStore } from '../store/test-store.ts';
import { toCall } from './bench-database.ts';
import { report } from './figure.ts';

/**
 * Measures searches against human judgments: `npm run bench -- relevance`, with the folder of real files. `--without=typos` or
 * `--without=parts` disables one refinement, to show its effect.
 */
const BENCH = 'relevance';
const FIRST = 20;

const { values } = parseArgs({ options: { without: { type: 'string' } } });

type Search = (query: string) => Promise<readonly string[]>;

const sites = readRealSites();
if (sites === null) console.log('relevance: skipped, the folder of real files is not there');
else await compare(sites);

async function compare(sites: readonly RealSite[]): Promise<void> {
  const queries = readJudgedQueries();
  const opened = leaveOut(values.without, await openEmbeddedTestStore());
  try {
    await fillFromCorpus(opened.store, sites, T0);
    const ofStore = await measure((query) => findInStore(opened.store, query, FIRST), queries);
    reportEngine('search by relevance', ofStore, { ndcg: 0.74, success: 0.885, navigational: 0.97 });
    const built = await openBuiltSearch(await readRows(opened.store), opened.store);
    const alone = await measure(
      async (query) => (await built.find(query, FIRST)).sites.map((one) => one.domain),
      queries,
    );
    reportEngine('search in the browser without a server', alone, { ndcg: 0.68, success: 0.83 });
    await built.close();
    await reportLinks(opened, queries);
  } finally {
    await opened.close();
  }
}

/** Creates a store without one search refinement. */
function leaveOut(refinement: string | undefined, opened: TestStore): TestStore {
  if (refinement === undefined) return opened;
  const call = toCall(async (sql, params) => ({ rows: await opened.query(sql, params) }));
  const known = createWordLists(call, Date.now);
  const finder = createSiteFinder(call, known);
  const ablations: Readonly<Record<string, Partial<SiteFinder>>> = {
    typos: { answer: async (q, _place, search) => (await search(parseQuery(q))).page },
    parts: {
      rank: async (...asked) => {
        const found = await finder.rank(...asked);
        return { ...found, sites: found.sites.slice(0, found.total) };
      },
    },
  };
  const ablation = ablations[refinement];
  if (ablation === undefined) throw new Error(`--without must be one of ${Object.keys(ablations).join(', ')}`);
  const left = { ...finder, ...ablation };
  const search = createSearchStore(call, left);
  const links = createLinkStore(left, createLinkTexts(call));
  return { ...opened, store: { ...opened.store, ...search, ...links } };
}

/** Measures searches for a page. */
async function reportLinks({ store }: TestStore, judged: readonly JudgedQuery[]): Promise<void> {
  const asked = judged.filter(({ pages }) => pages.size > 0);
  const answers = [];
  for (const one of asked) {
    const { results } = await store.searchLinks({ q: one.query, domain: null, page: 1, perPage: 10 });
    answers.push({ query: one, found: results.map(({ url }) => url) });
  }
  const isGood = (one: JudgedQuery) => (url: string) => (one.pages.get(url) ?? 0) >= 2;
  const found = answers.filter((one) => one.found.some(isGood(one.query))).length;
  const ndcg = measureRelevance(answers, ({ pages }) => pages).get('all')?.ndcg ?? 0;
  const linkBar = { bench: BENCH, unit: 'of 1' } as const;
  report({ ...linkBar, figure: 'links: success@10', value: found / asked.length, bar: { atLeast: 0.83 } });
  report({ ...linkBar, figure: 'links: nDCG@10', value: ndcg });
}

type Relevances = ReadonlyMap<string, Relevance>;

interface Bars {
  readonly ndcg: number;
  readonly success: number;
  /** Least share of found names. The index alone finds fewer. */
  readonly navigational?: number;
}

/** Reports an engine of the product with its bars. */
function reportEngine(engine: string, own: Relevances, bars: Bars): void {
  const all = own.get('all');
  const bar = (figure: string, value: number | undefined, atLeast: number) =>
    report({ bench: BENCH, figure: `${engine}: ${figure}`, value: value ?? 0, unit: 'of 1', bar: { atLeast } });
  bar('nDCG@10', all?.ndcg, bars.ndcg);
  bar('success@5', all?.success, bars.success);
  if (bars.navigational !== undefined) {
    bar('success@5, navigational', own.get('navigational')?.success, bars.navigational);
    bar('success@5, misspelt', own.get('misspelt')?.success, 0.9);
    bar('success@5, other scripts', own.get('script')?.success, 0.85);
    const most = all?.mostOfNone ?? Number.POSITIVE_INFINITY;
    const figure = `${engine}: most results where none is right`;
    report({ bench: BENCH, figure, value: most, unit: 'sites', bar: { atMost: 5 } });
  }
}

async function measure(search: Search, queries: readonly JudgedQuery[]): Promise<Relevances> {
  const answers = [];
  for (const query of queries) answers.push({ query, found: await search(query.query) });
  return measureRelevance(answers, ({ sites }) => sites);
}
