import type { Service } from '../service.ts';
import type { Page } from './page.ts';
import { renderAddMarkdown, renderAddToolMarkdown } from './views/add/add-markdown.ts';
import { addView } from './views/add/add-view.ts';
import { renderBadgesMarkdown } from './views/badges/badges-markdown.ts';
import { badgesView } from './views/badges/badges-view.ts';
import { renderBrowseMarkdown } from './views/browse/browse-markdown.ts';
import { browseView } from './views/browse/browse-view.ts';
import { renderCheckMarkdown, renderCheckToolMarkdown } from './views/check/check-markdown.ts';
import { checkView } from './views/check/check-view.ts';
import { renderClaimMarkdown } from './views/claim/claim-markdown.ts';
import { claimPageView } from './views/claim/claim-page-view.ts';
import { renderDocMarkdown, renderDocsMarkdown } from './views/docs/docs-markdown.ts';
import { docsView } from './views/docs/docs-view.ts';
import { renderDomainMarkdown } from './views/domain/domain-markdown.ts';
import { renderDraftMarkdown, renderDraftToolMarkdown } from './views/draft/draft-markdown.ts';
import { draftView } from './views/draft/draft-view.ts';
import { renderErrorMarkdown, renderErrorsMarkdown } from './views/errors/errors-markdown.ts';
import { errorsView, errorView } from './views/errors/errors-view.ts';
import { renderHomeMarkdown } from './views/home/home-markdown.ts';
import { homeView } from './views/home/home-view.ts';
import { renderMapMarkdown } from './views/map/map-markdown.ts';
import { mapView } from './views/map/map-view.ts';
import { renderOpenDataMarkdown } from './views/open-data/open-data-markdown.ts';
import { openDataView } from './views/open-data/open-data-view.ts';
import { renderOwnerMarkdown } from './views/owner/owner-markdown.ts';
import { renderResolutionMarkdown } from './views/resolution/resolution-markdown.ts';
import { resolutionView } from './views/resolution/resolution-view.ts';
import { renderRuleMarkdown, renderRulesMarkdown } from './views/rules/rules-markdown.ts';
import { rulesView, ruleView } from './views/rules/rules-view.ts';
import { renderSearchMarkdown } from './views/search/search-markdown.ts';
import { searchView } from './views/search/search-view.ts';
import { renderStatsMarkdown } from './views/stats/stats-markdown.ts';
import { statsView } from './views/stats/stats-view.ts';
import { renderTagsMarkdown } from './views/tags/tags-markdown.ts';
import { tagsView } from './views/tags/tags-view.ts';
import { renderTopicsMarkdown } from './views/topics/topics-markdown.ts';
import { topicsView } from './views/topics/topics-view.ts';

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
