import { PGlite } from '@electric-sql/pglite';
import MiniSearch from 'minisearch';
import { parse } from '#llmstxt';
import { linksOf } from '../../src/search/file-links.ts';
import { linkParts } from '../../src/search/link-parts.ts';
import { findOrAsk } from '../../src/site/browser/find.ts';
import type { Find } from '../../src/site/browser/hit.ts';
import { fillFromCorpus, type RealSite, readRealSites, readRows } from '../relevance/search/fill-from-corpus.ts';
import { type JudgedQuery, readJudgedQueries } from '../relevance/search/judged-queries.ts';
import { measureRelevance, type Relevance } from '../relevance/search/measure.ts';
import { openPlainPagefind } from '../relevance/search/plain-pagefind.ts';
import { findInStore, openBuiltSearch } from '../site/open-built-search.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { T0 } from '../store/sample-visit.ts';
import type { TestStore } from '../store/test-store.ts';
import { median, report } from './figure.ts';

/**
 * How well searches find what people judged to be right: `npm run bench -- relevance`, over the folder of real files beside the
 * project. The peers index the whole of each file; none knows what a site is called.
 */
const BENCH = 'relevance';
const FIRST = 20;

/** Of so many sites one is written again. */
const WRITTEN_EACH = 4;
/** The table by what each site's rows are of it, and its indexes by their lexemes; median of all sites. */
const LINK_BYTES = `
  with sites as (
    select sum(pg_column_size(l.words) + pg_column_size(l.links) + 100) as bytes, sum(length(l.words)) as lexemes
    from directory.link_parts l group by l.domain)
  select percentile_cont(0.5) within group (order by
    pg_table_size('directory.link_parts') * s.bytes / t.bytes
    + pg_indexes_size('directory.link_parts') * s.lexemes / t.lexemes)::float8 as median
  from sites s, (select sum(bytes) as bytes, sum(lexemes) as lexemes from sites) t`;

type Search = (query: string) => Promise<readonly string[]>;

const sites = readRealSites();
if (sites === null) console.log('relevance: skipped, the folder of real files is not there');
else await compare(sites);

async function compare(sites: readonly RealSite[]): Promise<void> {
  const queries = readJudgedQueries();
  const pagefind = await openPlainPagefind(sites);
  const peers = {
    'PostgreSQL, simple': await measure(await openPlainPostgres(sites), queries),
    MiniSearch: await measure(openMiniSearch(sites), queries),
    Pagefind: await measure(pagefind.search, queries),
  };
  pagefind.close();
  for (const [name, relevance] of Object.entries(peers)) reportKinds(name, relevance);
  const opened = await openEmbeddedTestStore();
  try {
    await fillFromCorpus(opened.store, sites, T0);
    reportEngine('search by relevance', await measure(searchOf(findInStore(opened.store)), queries), peers);
    const built = await openBuiltSearch(await readRows(opened.store), opened.store);
    const inBox = findOrAsk(built, findInStore(opened.store));
    reportEngine('search in the browser', await measure(searchOf(inBox), queries), peers);
    reportKinds('search in the browser without a server', await measure(searchOf(built.find), queries));
    built.close();
    await reportLinks(opened, sites, queries);
  } finally {
    await opened.close();
  }
}

/** Searches for a page, what their links take on disk, and what writing them adds to a visit. */
async function reportLinks(
  { store, query }: TestStore,
  sites: readonly RealSite[],
  judged: readonly JudgedQuery[],
): Promise<void> {
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
  report({ ...linkBar, figure: 'links: success@10', value: found / asked.length, bar: { atLeast: 0.85 } });
  report({ ...linkBar, figure: 'links: nDCG@10', value: ndcg });
  const [stored] = await query<{ median: number }>(LINK_BYTES);
  const bytes = stored?.median ?? Number.NaN;
  report({ bench: BENCH, figure: 'links: stored for a site', value: bytes, unit: 'bytes', bar: { atMost: 8_192 } });
  const times = [];
  const calls = [];
  for (const { domain, text } of sites.filter((_, at) => at % WRITTEN_EACH === 0)) {
    const links = linksOf(parse(text, { url: `https://${domain}/llms.txt` }));
    await query('delete from directory.link_parts where domain = $1', [domain]);
    const start = performance.now();
    const link_parts = linkParts(links, { domain, title: domain, language: null });
    await store.writeLinks([{ domain, link_parts }]);
    const written = performance.now();
    await store.writeLinks([]);
    times.push(written - start);
    calls.push(performance.now() - written);
  }
  // A visit is a call of its own, which its links are part of.
  const added = median(times) - median(calls);
  report({
    bench: BENCH,
    figure: 'links: what they add to the write of a visit',
    value: added,
    unit: 'ms',
    bar: { atMost: 3 },
  });
}

type Relevances = ReadonlyMap<string, Relevance>;

/** One of the product's own engines, with its bars, beside the peers. */
function reportEngine(engine: string, own: Relevances, peers: Readonly<Record<string, Relevances>>): void {
  reportKinds(engine, own);
  const all = own.get('all');
  const bar = (figure: string, value: number | undefined, atLeast: number) =>
    report({ bench: BENCH, figure: `${engine}: ${figure}`, value: value ?? 0, unit: 'of 1', bar: { atLeast } });
  bar('nDCG@10', all?.ndcg, 0.74);
  bar('success@5', all?.success, 0.88);
  bar('success@5, navigational', own.get('navigational')?.success, 0.97);
  bar('success@5, misspelt', own.get('misspelt')?.success, 0.9);
  bar('success@5, other scripts', own.get('script')?.success, 0.8);
  const most = all?.mostOfNone ?? Number.POSITIVE_INFINITY;
  const figure = `${engine}: most results where none is right`;
  report({ bench: BENCH, figure, value: most, unit: 'sites', bar: { atMost: 5 } });
  for (const [peer, relevance] of Object.entries(peers)) {
    const peerValue = relevance.get('all')?.ndcg ?? 0;
    const compared = { figure: `${engine}: nDCG@10`, value: all?.ndcg ?? 0, unit: 'of 1', peer, peerValue };
    report({ bench: BENCH, ...compared, bar: { atLeast: 1 } });
  }
}

async function measure(search: Search, queries: readonly JudgedQuery[]): Promise<Relevances> {
  const answers = [];
  for (const query of queries) answers.push({ query, found: await search(query.query) });
  return measureRelevance(answers, ({ sites }) => sites);
}

function reportKinds(engine: string, relevance: Relevances): void {
  for (const [kind, { ndcg, success, mrr }] of relevance) {
    if (kind === 'none') continue;
    for (const [measure, value] of Object.entries({ 'nDCG@10': ndcg, 'success@5': success, MRR: mrr }))
      report({ bench: BENCH, figure: `${engine}, ${kind}: ${measure}`, value, unit: 'of 1' });
  }
}

function searchOf(find: Find): Search {
  const asked = { filters: { verified: false, featured: false }, limit: FIRST };
  return async (query) => (await find({ query, ...asked })).hits.map(({ domain }) => domain);
}

/** Full-text search as it is written first: `websearch_to_tsquery` over the whole text, ranked by `ts_rank`. */
async function openPlainPostgres(sites: readonly RealSite[]): Promise<Search> {
  const db = await PGlite.create('memory://');
  await db.exec('create table sites (domain text, words tsvector)');
  for (const { domain, text } of sites)
    await db.query(`insert into sites values ($1, to_tsvector('simple', left($1 || ' ' || $2, 500000)))`, [
      domain,
      text,
    ]);
  return async (query) => {
    const { rows } = await db.query<{ domain: string }>(
      `select s.domain from sites s, websearch_to_tsquery('simple', $1) q where s.words @@ q
       order by ts_rank(s.words, q) desc, s.domain limit ${FIRST}`,
      [query],
    );
    return rows.map(({ domain }) => domain);
  };
}

function openMiniSearch(sites: readonly RealSite[]): Search {
  const index = new MiniSearch({
    idField: 'domain',
    fields: ['domain', 'text'],
    searchOptions: { prefix: true, fuzzy: 0.2 },
  });
  index.addAll([...sites]);
  return async (query) =>
    index
      .search(query)
      .slice(0, FIRST)
      .map(({ id }) => String(id));
}
