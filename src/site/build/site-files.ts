import { paths } from '../../directory/urls.ts';
import { drawTierCard } from '../cards/card.ts';
import { CARD_TIERS } from '../cards/card-of.ts';
import { renderOpenSearch } from '../feeds/open-search.ts';
import { renderRobots } from '../feeds/robots.ts';
import { renderSpeculationRules } from '../feeds/speculation-rules.ts';
import { renderStaticHeaders } from '../feeds/static-headers.ts';
import { renderWebManifest } from '../feeds/web-manifest.ts';
import type { Directory } from '../lists.ts';
import { orderLists } from '../ordered-lists.ts';
import { renderPageMarkdown } from '../page-markdown.ts';
import type { Service } from '../service.ts';
import type { Doc } from '../views/docs/doc.ts';
import { listSeries, seriesAsCsv, seriesAsJson } from '../views/stats/stats-series.ts';
import { feedFiles, llmsTxtFiles, sitemapFiles } from './feed-files.ts';
import { fileOf, htmlFileOf } from './file-of.ts';
import type { SiteApp } from './site-app.ts';
import type { SiteFileSource } from './site-file-source.ts';
import { directoryPages, facetPages, fixedPages, type HashRow, type SitePage } from './site-pages.ts';

/** The files that are the same whatever the directory holds. */
export function fixedFiles(app: SiteApp, service: Service, docs: readonly Doc[]): SiteFileSource[] {
  return [
    { path: htmlFileOf('/404'), input: noInput, make: () => app.page('/404', { kind: 'not-found' }) },
    // The templates, which documents and rules are part of, are all that these depend on.
    ...fixedPages(docs).flatMap((page) => pageFiles(app, service, { ...page, input: noInput })),
    ...CARD_TIERS.map((tier) => ({
      path: fileOf(paths.tierCard(tier)),
      input: noInput,
      make: () => drawTierCard(tier, service.name),
    })),
    { path: fileOf(paths.robots), input: noInput, make: () => renderRobots(service.baseUrl) },
    { path: fileOf(paths.openSearch), input: noInput, make: () => renderOpenSearch(service) },
    { path: fileOf(paths.webManifest), input: noInput, make: () => renderWebManifest(service) },
    { path: fileOf(paths.speculationRules), input: noInput, make: renderSpeculationRules },
    { path: fileOf(paths.staticHeaders), input: noInput, make: () => renderStaticHeaders(service.baseUrl) },
  ];
}

/** What a build remembers of the sites that lists show. */
export interface KnownSites {
  /** When the content of a domain last changed; null when unknown. */
  changedAt(domain: string): string | null;
  readonly hashRow: HashRow;
}

/** The files that show what the directory holds. */
export function directoryFiles(
  app: SiteApp,
  service: Service,
  directory: Directory,
  docs: readonly Doc[],
  { changedAt, hashRow }: KnownSites,
): SiteFileSource[] {
  const ordered = orderLists(directory.rows);
  const pages = directoryPages(directory, ordered, docs, hashRow);
  const lists = facetPages(ordered, hashRow);
  const domains = directory.rows
    .map(({ domain }) => ({ path: paths.domain(domain), changedAt: changedAt(domain) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const undated = ({ path }: SitePage) => ({ path, changedAt: null });
  return [
    ...[...pages, ...lists].flatMap((page) => pageFiles(app, service, page)),
    ...llmsTxtFiles(directory, service),
    ...feedFiles(directory, ordered.newest, service),
    ...seriesFiles(directory),
    ...sitemapFiles([...pages, ...fixedPages(docs)].map(undated), lists.map(undated), domains, service),
  ];
}

/** The numbers of each chart. */
function seriesFiles({ stats, survey, countries }: Directory): SiteFileSource[] {
  return listSeries(survey, countries).flatMap((series) => [
    { path: fileOf(paths.series(series.id, 'csv')), input: () => series, make: () => seriesAsCsv(series) },
    {
      path: fileOf(paths.series(series.id, 'json')),
      input: () => [series, stats.last_checked],
      make: () => seriesAsJson(series, stats),
    },
  ]);
}

/** A page and its Markdown twin. */
function pageFiles(app: SiteApp, service: Service, { path, page, input = page }: SitePage) {
  return [
    { path: htmlFileOf(path), input, make: () => app.page(path, page()) },
    { path: fileOf(paths.markdown(path)), input, make: () => renderPageMarkdown(page(), service) },
  ];
}

/** Of what depends on the templates alone. */
function noInput(): null {
  return null;
}
