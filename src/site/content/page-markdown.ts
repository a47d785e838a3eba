import type { Service } from '../service.ts';
import type { Page } from './page.ts';
import { addView, renderAddMarkdown, renderAddToolMarkdown } from './views/add/add-view.ts';
import { badgesView, renderBadgesMarkdown } from './views/badges/badges-view.ts';
import { browseView, renderBrowseMarkdown } from './views/browse/browse-view.ts';
import { renderCheckMarkdown, renderCheckToolMarkdown } from './views/check/check-markdown.ts';
import { checkView } from './views/check/check-view.ts';
import { claimPageView, renderClaimMarkdown } from './views/claim/claim-page-view.ts';
import { docsView, renderDocMarkdown, renderDocsMarkdown } from './views/docs/docs-view.ts';
import { renderDomainMarkdown } from './views/domain/domain-markdown.ts';
import { draftView, renderDraftMarkdown, renderDraftToolMarkdown } from './views/draft/draft-view.ts';
import { errorsView, errorView, renderErrorMarkdown, renderErrorsMarkdown } from './views/errors/errors-view.ts';
import { homeView, renderHomeMarkdown } from './views/home/home-view.ts';
import { mapView, renderMapMarkdown } from './views/map/map-view.ts';
import { openDataView, renderOpenDataMarkdown } from './views/open-data/open-data-view.ts';
import { renderOwnerMarkdown } from './views/owner/owner-markdown.ts';
import { renderResolutionMarkdown, resolutionView } from './views/resolution/resolution-view.ts';
import { renderRuleMarkdown, renderRulesMarkdown, rulesView, ruleView } from './views/rules/rules-view.ts';
import { renderSearchMarkdown, searchView } from './views/search/search-view.ts';
import { renderStatsMarkdown, statsView } from './views/stats/stats-view.ts';
import { renderTagsMarkdown, tagsView } from './views/tags/tags-view.ts';
import { renderTopicsMarkdown, topicsView } from './views/topics/topics-view.ts';

/** Page with a Markdown version. Failures have problem documents, and some pages are for people only. */
export type PageWithMarkdown = Exclude<Page, { kind: 'unknown-domain' | 'claimed' | 'mail' | 'problem' | 'not-found' }>;

export function renderPageMarkdown(page: PageWithMarkdown, service: Service): string {
  const { baseUrl } = service;
  switch (page.kind) {
    case 'home':
      return renderHomeMarkdown(homeView(page, service), baseUrl);
    case 'domain':
      return renderDomainMarkdown(page.view, baseUrl);
    case 'browse':
      return renderBrowseMarkdown(browseView(page), baseUrl);
    case 'topics':
      return renderTopicsMarkdown(topicsView(page.counts), baseUrl);
    case 'tags':
      return renderTagsMarkdown(tagsView(page.tags), baseUrl);
    case 'map':
      return renderMapMarkdown(mapView(page.countries), baseUrl);
    case 'data':
      return renderOpenDataMarkdown(openDataView(page, service.name, baseUrl), baseUrl);
    case 'stats':
      return renderStatsMarkdown(statsView(page.stats, page.survey), baseUrl);
    case 'search':
      return renderSearchMarkdown(searchView(page), baseUrl);
    case 'check':
      return page.result
        ? renderCheckMarkdown(checkView(page.result), baseUrl)
        : renderCheckToolMarkdown(page.example, baseUrl);
    case 'add':
      return page.result ? renderAddMarkdown(addView(page.result), baseUrl) : renderAddToolMarkdown(baseUrl);
    case 'generate':
      return page.result
        ? renderDraftMarkdown(draftView(page.result), baseUrl)
        : renderDraftToolMarkdown(page.example, baseUrl);
    case 'badges':
      return renderBadgesMarkdown(badgesView(page.result?.domain ?? null, baseUrl));
    case 'resolve':
      return renderResolutionMarkdown(resolutionView(page.result), baseUrl);
    case 'claim':
      return renderClaimMarkdown(claimPageView(page, service), baseUrl);
    case 'owner':
      return renderOwnerMarkdown(baseUrl);
    case 'docs':
      return renderDocsMarkdown(docsView(page.docs), baseUrl);
    case 'doc':
      return renderDocMarkdown(page.doc, { ...service, example: page.example });
    case 'rules':
      return renderRulesMarkdown(rulesView(), baseUrl);
    case 'rule':
      return renderRuleMarkdown(ruleView(page.id));
    case 'errors':
      return renderErrorsMarkdown(errorsView(), baseUrl);
    case 'error':
      return renderErrorMarkdown(errorView(page.code, baseUrl));
  }
}
