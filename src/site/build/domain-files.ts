import type { DomainDetail } from '../../directory/detail.ts';
import { toPageRecord } from '../../directory/page-record.ts';
import { paths } from '../../directory/urls.ts';
import { renderBadge, toBadgeData } from '../content/badge.ts';
import { renderDomainAtom, renderDomainJsonFeed } from '../content/feeds/domain-feed.ts';
import { renderDomainMarkdown } from '../content/views/domain/domain-markdown.ts';
import { type DomainView, domainView } from '../content/views/domain/domain-view.ts';
import type { PublishProfile } from '../publish-profile.ts';
import type { Service } from '../service.ts';
import type { SiteApp } from './site-app.ts';
import type { SiteFile } from './site-folder.ts';
import { toFile, toHtmlFile } from './to-file.ts';

/** Lists the files of a domain in the profile. */
export async function renderDomainFiles(
  app: SiteApp,
  detail: DomainDetail,
  service: Service,
  profile: PublishProfile,
): Promise<SiteFile[]> {
  const { domain } = detail.facts;
  const view = domainView(detail, service);
  const page = { path: toHtmlFile(paths.domain(domain)), body: await renderDomainHtml(app, view) };
  const badge = { path: toFile(paths.badge(domain)), body: renderBadge(domain, toBadgeData(detail)) };
  if (profile !== 'full') {
    // Skip the page of b.md, because a static host would serve it at /domain/b.md, the Markdown of b.
    const own = domain.endsWith('.md') ? [] : [page];
    return profile === 'lean' ? own : [...own, badge];
  }
  return [
    page,
    badge,
    { path: toFile(paths.domainJson(domain)), body: renderDomainJson(detail, service) },
    { path: toFile(paths.domainMarkdown(domain)), body: renderDomainMarkdown(view, service.baseUrl) },
    { path: toFile(paths.domainFeed(domain)), body: renderDomainAtom(detail, service) },
    { path: toFile(paths.domainJsonFeed(domain)), body: renderDomainJsonFeed(detail, service) },
  ];
}

/**
 * Renders a domain's page as HTML, JSON (`.json`) or Markdown (`.md`), or its feeds (`/feed.xml`, `/feed.json`). Returns null for
 * other paths.
 */
export async function renderDomainPage(app: SiteApp, detail: DomainDetail, service: Service, suffix: string) {
  if (suffix === '/feed.xml') return renderDomainAtom(detail, service);
  if (suffix === '/feed.json') return renderDomainJsonFeed(detail, service);
  if (suffix === '.json') return renderDomainJson(detail, service);
  const view = domainView(detail, service);
  return suffix === '.md' ? renderDomainMarkdown(view, service.baseUrl) : await renderDomainHtml(app, view);
}

function renderDomainJson(detail: DomainDetail, { baseUrl }: Service): string {
  return `${JSON.stringify(toPageRecord(detail, baseUrl), null, 2)}\n`;
}

async function renderDomainHtml(app: SiteApp, view: DomainView) {
  return await app.page(view.head.path, { kind: 'domain', view });
}

export function domainFilePaths(domain: string): string[] {
  return [
    toHtmlFile(paths.domain(domain)),
    ...[paths.domainJson, paths.domainMarkdown, paths.domainFeed, paths.domainJsonFeed, paths.badge].map((path) =>
      toFile(path(domain)),
    ),
  ];
}
