import { formatCount } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';
import { facetName, facetPath } from '../../facets.ts';
import { escapeMarkdown, linkPage, markdownUrl, renderPage } from '../../format/markdown.ts';
import { PAST_THE_END, pager } from '../browse/pager.ts';
import { type Chosen, chosenQuery, toFacets, toRail } from '../browse/rail.ts';
import { renderSitesMarkdown, type SiteView, siteView, THEIR_WORDS } from '../sites/site-view.ts';
import { type Highlight, highlighterFor } from './highlight.ts';
import { firstOfSites, LINKS_SHOWN, type LinkView, linkView } from './link-view.ts';
import { describeCount, RESULTS_AT_ONCE, type ResultsView, resultsView } from './results-view.ts';
import type { SearchData } from './search-data.ts';
import { searchTitle } from './search-title.ts';
import { withWhy } from './why-view.ts';

const NO_PAGES = 'No page in a file matches. Try fewer or other words.';
const MAX_TOPICS = 8;
/** Number of first sites that are next to the list of pages. */
const NEAR_SITES = 3;

export function searchView(facts: SearchData) {
  const { query, chosen, exact, list, matches, counts, suggestion, links, linksPage, examples } = facts;
  const highlight = highlighterFor(query, suggestion ?? '');
  const linkViews = links.results.flatMap((link) => linkView(link) ?? []);
  const results =
    list &&
    resultsView({
      query,
      total: list.total,
      before: (list.page - 1) * RESULTS_AT_ONCE,
      sites: list.rows.map((row) => withWhy(siteView(row), row, matches.get(row.domain), highlight)),
      exact: exact && { domain: exact.domain, site: exact.row && siteView(exact.row) },
      suggestion,
      isFiltered: toFacets(chosen).length > 0,
      // An empty list counts the filters of all sites, and each site has one.
      isUnfilled: list.total === 0 && counts.length === 0,
    });
  const shownSites = [...(results?.exact?.site ? [results.exact.site] : []), ...(results?.sites ?? [])];
  const others = linkViews.filter((page) => addsToSites(page, shownSites, highlight));
  const isEmpty = list !== null && list.total === 0;
  return {
    title: searchTitle(query),
    description:
      'Search the websites that publish an llms.txt by name, title, summary and topic, and the text of their files.',
    query,
    highlight,
    count: results?.count ?? (linksPage === null ? '' : linksCount(links, linksPage)),
    /** Results. Null without a query, or for pages. */
    results,
    pages: linksPage === null ? firstOfSites(others, LINKS_SHOWN) : linkViews,
    /** Text if a page of pages is empty. */
    noPages: linksPage === null || linkViews.length > 0 ? null : links.total > 0 ? PAST_THE_END : NO_PAGES,
    tabs: toTabs(facts),
    rail:
      // The list of a domain also has sites with similar names, and the counts do not.
      list === null || isEmpty || exact !== null
        ? chosenOnly(query, chosen)
        : toRail({ counts, total: list.total }, chosen, (next) => pathFor(query, next)),
    pager: list
      ? pager(list.page, list.pages, (page) => pathFor(query, chosen, page))
      : linksPage === null
        ? null
        : pager(linksPage, countPages(links, linksPage), (page) => pagesPath(query, page)),
    topics: isEmpty ? listTopics(facts) : [],
    examples: exampleLinks(examples),
  };
}
export type SearchView = ReturnType<typeof searchView>;

/**
 * Reports whether a page above the sites adds to them. A page that explains one of the first sites is next to that site. A page that
 * matches only by the name of its site says less than the site.
 */
function addsToSites(page: LinkView, sites: readonly SiteView[], highlight: Highlight): boolean {
  if (sites.slice(0, NEAR_SITES).some(({ why }) => why?.link?.url === page.url)) return false;
  const isMarked = [page.section, page.title, page.notes].some((text) =>
    highlight(text ?? '').some(({ isMatch }) => isMatch),
  );
  return isMarked || !sites.some(({ domain }) => domain === page.domain);
}

export function exampleLinks(examples: readonly string[]): { readonly query: string; readonly path: string }[] {
  return examples.map((query) => ({ query, path: paths.searchFor(query) }));
}

/** Returns the tabs of sites and pages with counts. Returns none if all results have one kind. */
function toTabs({ query, chosen, list, links, linksPage }: SearchData) {
  if (linksPage === null && (links.total === 0 || list === null)) return [];
  const about = links.totalIsEstimate ? 'about ' : '';
  return [
    { name: 'Sites', path: pathFor(query, chosen), count: list && formatCount(list.total), isCurrent: list !== null },
    {
      name: 'Pages',
      path: pagesPath(query, 1),
      count: `${about}${formatCount(links.total)}`,
      isCurrent: linksPage !== null,
    },
  ];
}

function linksCount({ total, totalIsEstimate, results }: SearchData['links'], page: number): string {
  const counted = describeCount(total, 'page', (page - 1) * RESULTS_AT_ONCE, results.length);
  return totalIsEstimate ? `About ${counted}` : counted;
}

/** Counts the pages of links. An estimate also counts links that were not read, so a page that is not full is the last page. */
function countPages({ total, totalIsEstimate, results }: SearchData['links'], page: number): number {
  if (!totalIsEstimate) return Math.ceil(total / RESULTS_AT_ONCE);
  return results.length < RESULTS_AT_ONCE ? page : page + 1;
}

/** Returns the chosen filters of an empty list, so that the visitor can remove them. */
function chosenOnly(query: string, chosen: Chosen) {
  return toFacets(chosen).length === 0 ? [] : toRail({ counts: [], total: 0 }, chosen, (next) => pathFor(query, next));
}

function listTopics({ counts }: SearchData) {
  const topics = counts.filter(({ facet }) => facet.by === 'topic').toSorted((a, b) => b.listed - a.listed);
  return topics.slice(0, MAX_TOPICS).map(({ facet }) => ({ name: facetName(facet), path: facetPath(facet, 1) }));
}

function pathFor(query: string, chosen: Chosen, page = 1): string {
  const narrowed = chosenQuery(chosen, 'authority', page);
  return `${paths.searchFor(query)}${narrowed && `&${narrowed}`}`;
}

const pagesPath = (query: string, page: number) =>
  `${paths.searchFor(query)}&show=pages${page === 1 ? '' : `&page=${page}`}`;

export function renderSearchMarkdown(view: SearchView, baseUrl: string): string {
  const { query, count, results, pages, noPages, pager: list } = view;
  if (query === '') return renderUsage(baseUrl);
  const { exact = null, suggestion = null, sites = [], empty = noPages } = results ?? {};
  return renderPage(
    'Search',
    `${escapeMarkdown(query)}: ${count}`,
    exact && renderExact(exact, baseUrl),
    suggestion && `Did you mean [${escapeMarkdown(suggestion.query)}](${baseUrl}${suggestion.path})?`,
    THEIR_WORDS,
    empty === null ? renderSitesMarkdown(sites, baseUrl) : escapeMarkdown(empty),
    list?.next &&
      `[Page ${list.page + 1} of ${list.pages}](${baseUrl}${list.next.replace(paths.search, paths.markdown(paths.search))})`,
    ...(pages.length > 0 ? ['## In their files', pages.map((link) => renderLink(link, baseUrl))] : []),
  );
}

function renderExact({ domain, site, checkPath, addPath }: NonNullable<ResultsView['exact']>, baseUrl: string) {
  if (site) return renderSitesMarkdown([site], baseUrl);
  return `${domain} is not listed: [check it](${baseUrl}${checkPath}) or [add it](${baseUrl}${addPath}).`;
}

function renderLink({ section, title, url, notes, domain, path }: LinkView, baseUrl: string): string {
  const name = escapeMarkdown(section === null ? title : `${section} › ${title}`);
  const about = notes ? `: ${escapeMarkdown(notes)}` : '';
  return `- [${name}](${markdownUrl(url)}), from ${linkPage(domain, path, baseUrl)}${about}`;
}

function renderUsage(baseUrl: string): string {
  return renderPage('Search', 'Use the API instead. It needs no key.', [
    `- \`curl '${baseUrl}/v1/search?q=payments'\`: searches domain, title, summary, description and tags. Quotes match a phrase, a minus excludes a word, and \`or\` separates alternatives. The start of a domain also matches.`,
    '- `scope=all` also searches the file: its first prose, the names of its sections and links, and the notes of links. `sort=relevance` lists the best matches first instead of the highest authority.',
    '- `page` and `per_page` (1 to 100) select a page of results. `verified=true` returns only verified sites. `include_unlisted=true` adds unlisted sites.',
    `- See the ${linkPage('API', paths.doc('api'), baseUrl)} and ${linkPage('MCP', paths.doc('mcp'), baseUrl)}, where the tool is \`search_domains\`.`,
  ]);
}
