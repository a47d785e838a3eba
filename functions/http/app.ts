import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { paths } from '../../src/directory/urls.ts';
import { getPage } from '../../src/operations/overview/get-page.ts';
import type { BadgeData } from '../../src/site/content/badge.ts';
import { createMcp } from '../mcp/mcp.ts';
import { type ServedTool, TOOLS } from '../mcp/tool.ts';
import type { CachedToolAnswer, ToolRunnerDeps } from '../mcp/tool-runner.ts';
import { type CachedAnswer, createOperationAnswer } from './api/answer-operation.ts';
import { addOperations } from './api/operation-routes.ts';
import { answerFailurePage } from './pages/failure-page.ts';
import type { PageDeps } from './pages/page-deps.ts';
import { addPages } from './pages/page-routes.ts';
import { createSitePages, type RenderedAnswer, type SitePageDeps } from './pages/site-pages.ts';
import { createAnswerCache } from './pipeline/answer-cache.ts';
import type { AppEnv, Step } from './pipeline/app-env.ts';
import type { KeyDeps } from './pipeline/authenticate.ts';
import { type ClientRules, createIdentifyClient } from './pipeline/identify-client.ts';
import { countAnswers } from './pipeline/metrics.ts';
import { prefersPage } from './pipeline/negotiate.ts';
import { explainFailure, problemAnswer } from './pipeline/problem.ts';
import { toPath } from './pipeline/request-target.ts';
import { createRespond } from './pipeline/respond.ts';
import { createTakeQuota } from './pipeline/take-quota.ts';
import { redirectTrailingSlash } from './pipeline/trailing-slash.ts';
import { createRouter } from './router.ts';

export type AppDeps = ToolRunnerDeps & KeyDeps & SitePageDeps & PageDeps & ClientRules;

export interface App {
  fetch(request: Request, client: AppEnv['Bindings']): Response | Promise<Response>;
  /** Clears the caches after a change of the store. */
  forget(): void;
}

/**
 * Creates the pipeline of every request: id → client → limit → accept → authenticate → parse, run, render → cache fields →
 * headers. `identify` comes first, the router adds the steps of a path, and `respond` comes last, also for failures.
 */
export function createApp(deps: AppDeps, tools: readonly ServedTool[] = TOOLS): App {
  const { baseUrl, log, now, metrics } = deps;
  const answers = createAnswerCache<CachedAnswer>(now, ({ answer }) => answer.body.length);
  const toolAnswers = createAnswerCache<CachedToolAnswer>(now, ({ characters }) => characters);
  const badgeFacts = createAnswerCache<BadgeData>(now, ({ state }) => state.length);
  const renderedPages = createAnswerCache<RenderedAnswer | null>(now, (page) => page?.body.length ?? 0);
  const forget = () => {
    badgeFacts.clear();
    renderedPages.clear();
    answers.clear();
    toolAnswers.clear();
  };
  // Clear the caches after a change.
  const working: AppDeps = {
    ...deps,
    queued: (domain, network) => {
      forget();
      deps.queued(domain, network);
    },
    changed: (domain) => {
      forget();
      deps.changed(domain);
    },
  };

  const app = new Hono<AppEnv>({
    getPath: (request) => toPath(request.url),
    // Set the router, because otherwise one unsupported path makes Hono use a slower router for all.
    router: new RegExpRouter(),
  });
  const respond = createRespond(baseUrl);
  const takeQuota = createTakeQuota(deps.limiter);
  const router = createRouter(app, respond, takeQuota);
  const pages = createSitePages(deps, takeQuota, renderedPages);

  app.onError(async (error, c) => {
    const requestId = c.get('requestId');
    const failure = explainFailure(error, log, 'request.failed', requestId);
    const asPage = prefersPage(c.req.header('accept'));
    return await respond(
      c,
      asPage ? await answerFailurePage(failure, requestId, deps) : problemAnswer(failure, baseUrl, requestId),
    );
  });
  app.use(identify(deps));
  if (metrics) app.use(countAnswers(metrics, now));
  app.use((c, next) => {
    const redirect = redirectTrailingSlash(c.req.path, c.req.url);
    return redirect ? respond(c, redirect) : next();
  });
  router.addAny(paths.mcp, createMcp(working, { takeQuota, cache: toolAnswers, tools }));
  addOperations(router, working, answers);
  addPages(router, working, {
    pages,
    takeQuota,
    facts: badgeFacts,
    answerRecord: createOperationAnswer(getPage, working, answers),
  });
  return { fetch: app.fetch, forget };
}

/** Gives the request an id and identifies its client. */
function identify(rules: ClientRules): Step {
  const identifyClient = createIdentifyClient(rules);
  return (c, next) => {
    c.set('requestId', randomUUID());
    c.set('client', identifyClient(c.env.remoteAddress, c.req.raw));
    return next();
  };
}
