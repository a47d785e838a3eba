import type { DomainDetail } from '../../directory/detail.ts';
import { paths } from '../../directory/urls.ts';
import { badgeStateOf, renderBadge } from '../badge.ts';
import type { Service } from '../service.ts';
import { renderDomainJson } from '../views/domain/domain-json.ts';
import { renderDomainMarkdown } from '../views/domain/domain-markdown.ts';
import { fileOf, htmlFileOf } from './file-of.ts';
import type { SiteApp } from './site-app.ts';
import type { SiteFile } from './site-folder.ts';

/** The files of one domain: its page, the page's twins, and its badge. */
export async function renderDomainFiles(app: SiteApp, detail: DomainDetail, service: Service): Promise<SiteFile[]> {
  const { domain } = detail.facts;
  return [
    { path: htmlFileOf(paths.domain(domain)), body: await app.domainPage(detail) },
    { path: fileOf(paths.domainJson(domain)), body: renderDomainJson(detail, service.baseUrl) },
    { path: fileOf(paths.domainMarkdown(domain)), body: renderDomainMarkdown(detail, service) },
    { path: fileOf(paths.badge(domain)), body: renderBadge(domain, badgeStateOf(detail.facts)) },
  ];
}

export function domainFilePaths(domain: string): string[] {
  return [
    htmlFileOf(paths.domain(domain)),
    ...[paths.domainJson(domain), paths.domainMarkdown(domain), paths.badge(domain)].map(fileOf),
  ];
}
