import { paths } from '../../../src/directory/urls.ts';
import { findDomainName } from '../../../src/operations/domain-param.ts';
import { renderOpenApi } from '../api/openapi.ts';
import { redirectToResolution } from '../pipeline/address-in-path.ts';
import { type Answer, type AnswerRequest, taggedAnswer } from '../pipeline/answer.ts';
import { DESCRIPTION_CACHE } from '../pipeline/caching.ts';
import { JSON_TYPE } from '../pipeline/media-types.ts';
import { answerMetrics } from '../pipeline/metrics.ts';
import type { MethodRoute, Router } from '../router.ts';
import { answerAddForm } from './add-form.ts';
import { answerBadge } from './badge.ts';
import { answerClaimPage, answerProofForm } from './claim-page.ts';
import { answerApiCatalog, answerMcpCard, answerServerJson } from './discovery.ts';
import { answerDomain } from './domain-page.ts';
import { answerHealth, createReadiness } from './health.ts';
import { createKeyDirectoryAnswer } from './key-directory.ts';
import { answerMailPage, MAIL_ACTIONS } from './mail-page.ts';
import { requireOwnForm } from './own-form.ts';
import type { PageDeps, PageServices } from './page-deps.ts';
import { answerSecurityTxt } from './security-txt.ts';
import { answerCheckedFile, answerSearchPage, answerToolPage, TOOL_PAGES } from './tool-pages.ts';

/**
 * Routes outside of API and MCP. A file counts against the quota of files, and a rendered page against the quota of
 * reads.
 */
export function addPages(router: Router, deps: PageDeps, parts: PageServices): void {
  const { metrics } = deps;
  const { pages } = parts;
  const checks = [requireOwnForm(deps.baseUrl, parts.takeQuota)];
  const get = (path: string, answer: AnswerRequest) => router.add(path, { GET: { answer } });

  let description: Answer | undefined;
  get(paths.openapi, () => {
    description ??= describeInterface(deps.serviceName, deps.baseUrl);
    return description;
  });
  get(paths.securityTxt, () => answerSecurityTxt(deps));
  get(paths.apiCatalog, () => answerApiCatalog(deps.baseUrl));
  get(paths.mcpCard, () => answerMcpCard(deps));
  get(paths.mcpServerJson, () => answerServerJson(deps));
  get(paths.keyDirectory, createKeyDirectoryAnswer(deps));
  get('/healthz', answerHealth);
  // Pages read the store, so they count like reads.
  router.add('/readyz', { GET: { quota: 'read', answer: createReadiness(deps) } });
  if (metrics) router.add('/metrics', { GET: { quota: 'read', answer: () => answerMetrics(metrics) } });

  get('/badge/:file{.*\\.svg}', (c) => answerBadge(c, deps, parts));
  for (const action of MAIL_ACTIONS) {
    const answer: AnswerRequest = (c) => answerMailPage(c, action, deps);
    router.add(action.path, { GET: { quota: 'read', answer }, POST: { quota: 'read', answer } });
  }
  get('/domain/:name', (c) => answerDomain(c, deps, parts));
  const fileOfDomain =
    (pathOf: (domain: string) => string): AnswerRequest =>
    async (c) => {
      const domain = findDomainName(c.req.param('name') ?? '', 'name', deps);
      const file = domain === null ? null : await pages.find(c, pathOf(domain), '');
      return file ?? (await pages.answer(c));
    };
  get('/domain/:name/feed.xml', fileOfDomain(paths.domainFeed));
  get('/domain/:name/feed.json', fileOfDomain(paths.domainJsonFeed));
  router.add('/claim/:name', {
    GET: { answer: (c) => answerClaimPage(c, deps, parts) },
    POST: { checks, answer: (c) => answerProofForm(c, deps, parts) },
  });
  const forms: Readonly<Record<string, MethodRoute>> = {
    [paths.add]: { checks, answer: (c) => answerAddForm(c, deps, parts) },
  };
  for (const [path, kind] of TOOL_PAGES) {
    const answer: AnswerRequest = (c) => answerToolPage(c, kind, deps, parts);
    const form = forms[path];
    router.add(path, { GET: { answer }, ...(form && { POST: form }) });
    get(paths.markdown(path), answer);
  }
  get(paths.checkedFile, (c) => answerCheckedFile(c, deps, parts));
  for (const scheme of ['http', 'https']) get(`/${scheme}:/*`, redirectToResolution);
  get(paths.search, (c) => answerSearchPage(c, pages, deps));
  router.addRest(pages.answer, pages.exists);
}

/** Creates the description on demand, because it takes longer than the rest of the app. */
function describeInterface(name: string, baseUrl: string): Answer {
  return taggedAnswer(JSON.stringify(renderOpenApi({ name, baseUrl })), JSON_TYPE, DESCRIPTION_CACHE);
}
