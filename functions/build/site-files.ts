import { renderFeed } from '../../src/site/feed.ts';
import { renderBrowseMarkdown, renderHomeMarkdown } from '../../src/site/list-markdown.ts';
import { cutPage, homePage, listPageCount, newestRows } from '../../src/site/list-pages.ts';
import { llmsTxtParts, renderLlmsTxt } from '../../src/site/llms-txt.ts';
import type { Directory, Service } from '../../src/site/page.ts';
import { renderRobots } from '../../src/site/robots.ts';
import { renderSitemap, renderSitemapIndex, type SitemapEntry, URLS_PER_SITEMAP } from '../../src/site/sitemaps.ts';
import { paths } from '../../src/site/urls.ts';
import { fileOf, htmlFileOf } from './file-of.ts';
import type { SiteApp } from './site-app.ts';

/** A file that is made from more than one domain. */
export interface ListFile {
  readonly path: string;
  /** All that the file depends on besides the templates: the same input, the same bytes. */
  readonly input: unknown;
  make(): string | Promise<string>;
}

/** Every file of the site that is not one domain's, in the order they are made. `changedAt` tells the sitemap of a domain's last change. */
export function siteFiles(
  app: SiteApp,
  directory: Directory,
  service: Service,
  changedAt: (domain: string) => string | null,
): ListFile[] {
  return [
    ...homeFiles(app, directory, service),
    ...browseFiles(app, directory, service),
    ...llmsTxtFiles(directory, service),
    { path: htmlFileOf('/404'), input: null, make: () => app.page('/404', { kind: 'text' }) },
    {
      path: htmlFileOf(paths.search),
      input: null,
      make: () => app.page(paths.search, { kind: 'search', query: '', exact: null, list: null }),
    },
    feedFile(directory, service),
    { path: fileOf(paths.robots), input: null, make: () => renderRobots(service.baseUrl) },
    ...sitemapFiles(directory, service, changedAt),
  ];
}

function homeFiles(app: SiteApp, directory: Directory, service: Service): ListFile[] {
  const home = homePage(directory);
  return [
    { path: htmlFileOf(paths.home), input: home, make: () => app.page(paths.home, home) },
    { path: fileOf(paths.markdown(paths.home)), input: home, make: () => renderHomeMarkdown(home, service) },
  ];
}

function browseFiles(app: SiteApp, { rows }: Directory, service: Service): ListFile[] {
  return Array.from({ length: listPageCount(rows.length) }, (_, at) => at + 1).flatMap((page) => {
    const list = cutPage(rows, page);
    const path = paths.browse(page);
    return [
      { path: htmlFileOf(path), input: list, make: () => app.page(path, { kind: 'browse', list }) },
      { path: fileOf(paths.markdown(path)), input: list, make: () => renderBrowseMarkdown(list, service) },
    ];
  });
}

function llmsTxtFiles(directory: Directory, service: Service): ListFile[] {
  const verified = directory.rows.filter((row) => row.verified);
  const parts = llmsTxtParts(verified.length);
  return Array.from({ length: parts }, (_, at) => at + 1).map((part) => ({
    path: fileOf(paths.llmsTxtPart(part)),
    input: part === 1 ? [directory.stats, verified] : verified,
    make: () => renderLlmsTxt(directory, service, part),
  }));
}

function feedFile({ rows }: Directory, service: Service): ListFile {
  const newest = newestRows(rows);
  return { path: fileOf(paths.feed), input: newest, make: () => renderFeed(newest, service) };
}

function sitemapFiles({ rows }: Directory, service: Service, changedAt: (domain: string) => string | null): ListFile[] {
  const pages: SitemapEntry[] = fixedPaths(rows.length).map((path) => ({ path, changedAt: null }));
  const domains = rows
    .map(({ domain }) => ({ path: paths.domain(domain), changedAt: changedAt(domain) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const maps = [
    { name: 'pages', entries: pages },
    ...Array.from({ length: Math.ceil(domains.length / URLS_PER_SITEMAP) }, (_, at) => ({
      name: `domains-${at + 1}`,
      entries: domains.slice(at * URLS_PER_SITEMAP, (at + 1) * URLS_PER_SITEMAP),
    })),
  ];
  const index = maps.map(({ name }) => paths.sitemap(name));
  return [
    ...maps.map(({ name, entries }) => ({
      path: fileOf(paths.sitemap(name)),
      input: entries,
      make: () => renderSitemap(entries, service.baseUrl),
    })),
    { path: fileOf(paths.sitemapIndex), input: index, make: () => renderSitemapIndex(index, service.baseUrl) },
  ];
}

function fixedPaths(listed: number): string[] {
  return [paths.home, paths.search, ...Array.from({ length: listPageCount(listed) }, (_, at) => paths.browse(at + 1))];
}
