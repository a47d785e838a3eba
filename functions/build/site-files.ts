import { ERROR_CODES } from '../../src/directory/errors.ts';
import { RULES, RULESET_VERSION } from '../../src/llmstxt/rules.ts';
import { type Doc, renderDocMarkdown, renderDocsIndexMarkdown } from '../../src/site/docs.ts';
import { renderFeed } from '../../src/site/feed.ts';
import { renderBrowseMarkdown, renderHomeMarkdown } from '../../src/site/list-markdown.ts';
import { cutPage, homePage, listPageCount, newestRows } from '../../src/site/list-pages.ts';
import { llmsTxtParts, renderLlmsTxt } from '../../src/site/llms-txt.ts';
import type { Directory, Page, Service } from '../../src/site/page.ts';
import {
  renderErrorMarkdown,
  renderErrorsMarkdown,
  renderRuleMarkdown,
  renderRulesMarkdown,
} from '../../src/site/reference-markdown.ts';
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
  make(): string | Promise<Uint8Array<ArrayBuffer>>;
}

/** Every file of the site that is not one domain's, in the order they are made. `changedAt` tells the sitemap of a domain's last change. */
export function siteFiles(
  app: SiteApp,
  directory: Directory,
  service: Service,
  docs: readonly Doc[],
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
    ...referenceFiles(app, service),
    ...docFiles(app, docs, service),
    feedFile(directory, service),
    { path: fileOf(paths.robots), input: null, make: () => renderRobots(service.baseUrl) },
    ...sitemapFiles(directory, service, docs, changedAt),
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

/** Rules and errors: the same for every directory, so their input is the templates alone. */
function referenceFiles(app: SiteApp, service: Service): ListFile[] {
  const pair = (path: string, page: Page, markdown: () => string): ListFile[] => [
    { path: htmlFileOf(path), input: null, make: () => app.page(path, page) },
    { path: fileOf(paths.markdown(path)), input: null, make: markdown },
  ];
  return [
    ...pair(paths.rules, { kind: 'text' }, () => renderRulesMarkdown(RULES, RULESET_VERSION, service)),
    ...RULES.flatMap((rule) =>
      pair(paths.rule(rule.id), { kind: 'rule', id: rule.id }, () => renderRuleMarkdown(rule)),
    ),
    ...pair(paths.errors, { kind: 'text' }, () => renderErrorsMarkdown(ERROR_CODES, service)),
    ...ERROR_CODES.flatMap((code) => pair(paths.error(code), { kind: 'error', code }, () => renderErrorMarkdown(code))),
  ];
}

function docFiles(app: SiteApp, docs: readonly Doc[], service: Service): ListFile[] {
  return [
    { path: htmlFileOf(paths.docs), input: null, make: () => app.page(paths.docs, { kind: 'docs', docs }) },
    { path: fileOf(paths.markdown(paths.docs)), input: null, make: () => renderDocsIndexMarkdown(docs, service) },
    ...docs.flatMap((doc) => [
      {
        path: htmlFileOf(paths.doc(doc.name)),
        input: null,
        make: () => app.page(paths.doc(doc.name), { kind: 'doc', doc, docs }),
      },
      { path: fileOf(paths.markdown(paths.doc(doc.name))), input: null, make: () => renderDocMarkdown(doc, service) },
    ]),
  ];
}

function feedFile({ rows }: Directory, service: Service): ListFile {
  const newest = newestRows(rows);
  return { path: fileOf(paths.feed), input: newest, make: () => renderFeed(newest, service) };
}

function sitemapFiles(
  { rows }: Directory,
  service: Service,
  docs: readonly Doc[],
  changedAt: (domain: string) => string | null,
): ListFile[] {
  const pages: SitemapEntry[] = fixedPaths(rows.length, docs).map((path) => ({ path, changedAt: null }));
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

function fixedPaths(listed: number, docs: readonly Doc[]): string[] {
  return [
    paths.home,
    paths.search,
    paths.rules,
    ...RULES.map(({ id }) => paths.rule(id)),
    paths.docs,
    ...docs.map(({ name }) => paths.doc(name)),
    paths.errors,
    ...ERROR_CODES.map((code) => paths.error(code)),
    ...Array.from({ length: listPageCount(listed) }, (_, at) => paths.browse(at + 1)),
  ];
}
