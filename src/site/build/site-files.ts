import { LIST_SORTS } from '../../directory/list-sort.ts';
import { paths } from '../../directory/urls.ts';
import { type Facet, type FacetRows, toFilter } from '../content/facets.ts';
import { renderOpenSearch } from '../content/feeds/open-search.ts';
import { renderRobots } from '../content/feeds/robots.ts';
import { renderSpeculationRules } from '../content/feeds/speculation-rules.ts';
import { renderStaticHeaders } from '../content/feeds/static-headers.ts';
import { renderWebManifest } from '../content/feeds/web-manifest.ts';
import { readListPath } from '../content/list-path.ts';
import type { Directory } from '../content/lists.ts';
import { orderLists } from '../content/ordered-lists.ts';
import { renderPageMarkdown } from '../content/page-markdown.ts';
import type { Doc } from '../content/views/docs/doc.ts';
import { listSeries, seriesAsCsv, seriesAsJson } from '../content/views/stats/stats-series.ts';
import type { PublishProfile } from '../publish-profile.ts';
import type { Service } from '../service.ts';
import { facetFeedFiles, feedFiles, llmsTxtFiles, sitemapFiles } from './feed-files.ts';
import { rulerFiles } from './ruler-files.ts';
import type { SiteApp } from './site-app.ts';
import type { SiteFileSource } from './site-folder.ts';
import { directoryPages, facetPages, fixedPages, type HashRow, listPages, type SitePage } from './site-pages.ts';
import { toFile, toHtmlFile } from './to-file.ts';

export function fixedFiles(app: SiteApp, service: Service, docs: readonly Doc[]): SiteFileSource[] {
  return [
    { path: toHtmlFile('/404'), input: noInput, make: () => app.page('/404', { kind: 'not-found' }) },
    // Only the templates, including documents and rules, determine these pages.
    ...fixedPages(docs).flatMap((page) => pageFiles(app, service, { ...page, input: noInput })),
    { path: toFile(paths.robots), input: noInput, make: () => renderRobots(service.baseUrl) },
    { path: toFile(paths.openSearch), input: noInput, make: () => renderOpenSearch(service) },
    { path: toFile(paths.webManifest), input: noInput, make: () => renderWebManifest(service) },
    { path: toFile(paths.speculationRules), input: noInput, make: renderSpeculationRules },
    { path: toFile(paths.staticHeaders), input: noInput, make: () => renderStaticHeaders(service.baseUrl) },
    ...rulerFiles(),
  ];
}

export interface KnownSites {
  /** Time of the last content change of a domain, or null. */
  changedAt(domain: string): string | null;
  readonly hashRow: HashRow;
}

/** Facets that people browse. */
const BROWSED: ReadonlySet<Facet['by']> = new Set(['topic', 'country']);
/** Most built pages of a list. Later pages change more often than people read them. */
const BROWSED_PAGES = 1;
/** Fewest sites of a tag with a built page. Pages of rarer tags could add a file to each site. */
const MIN_TAGGED = 3;

/**
 * Lists files that depend on the directory. Only `full` has lists in all orders and of all facets, lists as Markdown, and feeds
 * of topics and countries.
 */
export function directoryFiles(
  app: SiteApp,
  service: Service,
  directory: Directory,
  docs: readonly Doc[],
  { changedAt, hashRow }: KnownSites,
  profile: PublishProfile,
): SiteFileSource[] {
  const isFull = profile === 'full';
  const sorts = isFull ? LIST_SORTS : (['authority'] as const);
  const ordered = orderLists(directory.rows);
  const pages = directoryPages(directory, ordered, docs);
  const allSites = listPages(ordered, sorts, hashRow);
  const browsed = facetPages(ordered, sorts, isFull ? () => Number.POSITIVE_INFINITY : browsedPages, hashRow);
  const lists = [...allSites, ...browsed];
  const domains = directory.rows
    .map(({ domain }) => ({ path: paths.domain(domain), changedAt: changedAt(domain) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const undated = ({ path }: SitePage) => ({ path, changedAt: null });
  return [
    ...pages.flatMap((page) => pageFiles(app, service, page)),
    ...lists.flatMap((page) => (isFull ? pageFiles(app, service, page) : htmlFile(app, page))),
    ...llmsTxtFiles(directory, service),
    ...feedFiles(directory, ordered('newest'), service),
    ...(isFull ? facetFeedFiles(ordered('newest'), service) : []),
    ...seriesFiles(directory),
    ...sitemapFiles(
      [...pages, ...allSites, ...fixedPages(docs)].filter(isInMainOrder).map(undated),
      browsed.filter(isInMainOrder).map(undated),
      domains,
      service,
    ),
  ];
}

/** Returns the number of built pages of a list. The server renders the other pages. */
function browsedPages({ facet, rows }: FacetRows): number {
  if (BROWSED.has(facet.by)) return BROWSED_PAGES;
  // Build the lists that the store cannot read, because the server would read the whole directory for them.
  const isOnDemand = toFilter(facet) !== null || (facet.by === 'tag' && rows.length < MIN_TAGGED);
  return isOnDemand ? 0 : Number.POSITIVE_INFINITY;
}

/** Reports whether a page is in the sitemap. Lists in other orders only repeat its pages. */
function isInMainOrder({ path }: SitePage): boolean {
  return (readListPath(path)?.sort ?? 'authority') === 'authority';
}

function seriesFiles({ stats, survey, countries }: Directory): SiteFileSource[] {
  return listSeries(survey, countries).flatMap((series) => [
    { path: toFile(paths.series(series.id, 'csv')), input: () => series, make: () => seriesAsCsv(series) },
    {
      path: toFile(paths.series(series.id, 'json')),
      input: () => [series, stats.last_checked],
      make: () => seriesAsJson(series, stats),
    },
  ]);
}

function pageFiles(app: SiteApp, service: Service, sitePage: SitePage): SiteFileSource[] {
  const { path, page, input = page } = sitePage;
  return [
    htmlFile(app, sitePage),
    { path: toFile(paths.markdown(path)), input, make: () => renderPageMarkdown(page(), service) },
  ];
}

function htmlFile(app: SiteApp, { path, page, input = page }: SitePage): SiteFileSource {
  return { path: toHtmlFile(path), input, make: () => app.page(path, page()) };
}

/** Input of files that depend on the templates only. */
function noInput(): null {
  return null;
}
