import { RULES, RULESET_VERSION } from '#llmstxt';
import { ERROR_CODES } from '../../directory/errors.ts';
import { paths } from '../../directory/urls.ts';
import { type Doc, renderDocMarkdown, renderDocsIndexMarkdown } from '../docs.ts';
import { type FacetRows, facetPath, listFacets } from '../facets.ts';
import { renderFeed } from '../feeds/feed.ts';
import { llmsTxtParts, renderLlmsTxt } from '../feeds/llms-txt.ts';
import { renderRobots } from '../feeds/robots.ts';
import { renderSitemap, renderSitemapIndex, type SitemapEntry, URLS_PER_SITEMAP } from '../feeds/sitemaps.ts';
import { listPageCount, newestRows } from '../lists.ts';
import type { Directory, Page } from '../page.ts';
import type { Service } from '../service.ts';
import { renderSearchMarkdown } from '../views/overview-markdown.ts';
import {
  renderErrorMarkdown,
  renderErrorsMarkdown,
  renderRuleMarkdown,
  renderRulesMarkdown,
} from '../views/reference-markdown.ts';
import { renderBadgesMarkdown, renderCheckMarkdown, renderGenerateMarkdown } from '../views/tools-markdown.ts';
import { browseFiles, homeFiles, overviewFiles } from './directory-files.ts';
import { fileOf, htmlFileOf } from './file-of.ts';
import type { ListFile } from './list-file.ts';
import type { SiteApp } from './site-app.ts';

/** Every file of the site that is not one domain's, in the order they are made. `changedAt` tells the sitemap of a domain's last change. */
export function siteFiles(
  app: SiteApp,
  directory: Directory,
  service: Service,
  docs: readonly Doc[],
  changedAt: (domain: string) => string | null,
): ListFile[] {
  return [...directoryFiles(app, directory, service, docs, changedAt), ...fixedFiles(app, service, docs)];
}

/** The files that show what the directory holds. */
export function directoryFiles(
  app: SiteApp,
  directory: Directory,
  service: Service,
  docs: readonly Doc[],
  changedAt: (domain: string) => string | null,
): ListFile[] {
  const facets = listFacets(directory.rows);
  return [
    ...homeFiles(app, directory, service),
    ...browseFiles(app, directory.rows, null, service),
    ...facets.flatMap(({ name, rows }) => browseFiles(app, rows, name, service)),
    ...overviewFiles(app, directory, facets, service),
    ...llmsTxtFiles(directory, service),
    feedFile(directory, service),
    ...sitemapFiles(directory, facets, service, docs, changedAt),
  ];
}

/** The files that are the same whatever the directory holds. */
export function fixedFiles(app: SiteApp, service: Service, docs: readonly Doc[]): ListFile[] {
  return [
    { path: htmlFileOf('/404'), input: null, make: () => app.page('/404', { kind: 'text' }) },
    {
      path: htmlFileOf(paths.search),
      input: null,
      make: () => app.page(paths.search, { kind: 'search', query: '', exact: null, list: null }),
    },
    { path: fileOf(paths.markdown(paths.search)), input: null, make: () => renderSearchMarkdown(service) },
    ...toolFiles(app, service),
    ...referenceFiles(app, service),
    ...docFiles(app, docs, service),
    { path: fileOf(paths.robots), input: null, make: () => renderRobots(service.baseUrl) },
  ];
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

/** The tools as they are before anybody has asked for anything. */
function toolFiles(app: SiteApp, service: Service): ListFile[] {
  const nothing = { asked: '', result: null, problem: null };
  const tools = [
    { path: paths.check, page: { kind: 'check', ...nothing } as const, markdown: renderCheckMarkdown },
    { path: paths.generate, page: { kind: 'generate', ...nothing } as const, markdown: renderGenerateMarkdown },
    { path: paths.badges, page: { kind: 'badges', ...nothing } as const, markdown: renderBadgesMarkdown },
  ];
  return tools.flatMap(({ path, page, markdown }) => [
    { path: htmlFileOf(path), input: null, make: () => app.page(path, page) },
    { path: fileOf(paths.markdown(path)), input: null, make: () => markdown(service) },
  ]);
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
  facets: readonly FacetRows[],
  service: Service,
  docs: readonly Doc[],
  changedAt: (domain: string) => string | null,
): ListFile[] {
  const pages: SitemapEntry[] = fixedPaths(rows.length, docs).map((path) => ({ path, changedAt: null }));
  const lists = facets.flatMap(({ name, rows: { length } }) =>
    Array.from({ length: listPageCount(length) }, (_, at) => ({ path: facetPath(name, at + 1), changedAt: null })),
  );
  const domains = rows
    .map(({ domain }) => ({ path: paths.domain(domain), changedAt: changedAt(domain) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const maps = [{ name: 'pages', entries: pages }, ...cutMaps('lists', lists), ...cutMaps('domains', domains)];
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

function cutMaps(name: string, entries: readonly SitemapEntry[]) {
  return Array.from({ length: Math.ceil(entries.length / URLS_PER_SITEMAP) }, (_, at) => ({
    name: `${name}-${at + 1}`,
    entries: entries.slice(at * URLS_PER_SITEMAP, (at + 1) * URLS_PER_SITEMAP),
  }));
}

function fixedPaths(listed: number, docs: readonly Doc[]): string[] {
  return [
    paths.home,
    paths.tags,
    paths.map,
    paths.stats,
    paths.search,
    paths.check,
    paths.generate,
    paths.badges,
    paths.rules,
    ...RULES.map(({ id }) => paths.rule(id)),
    paths.docs,
    ...docs.map(({ name }) => paths.doc(name)),
    paths.errors,
    ...ERROR_CODES.map((code) => paths.error(code)),
    ...Array.from({ length: listPageCount(listed) }, (_, at) => paths.browse(at + 1)),
  ];
}
