import { Hono } from 'hono';
import { DirectoryError } from '../../src/directory/errors.ts';
import { paths } from '../../src/directory/urls.ts';
import { CATALOG } from '../../src/operations/catalog.ts';
import { getPage } from '../../src/operations/get-page.ts';
import { createMcp } from '../mcp/mcp.ts';
import type { ServedTool } from '../mcp/tool.ts';
import type { CachedToolAnswer, ToolRunnerNeeds } from '../mcp/tool-runner.ts';
import { TOOLS } from '../mcp/tools.ts';
import { accept } from './accept.ts';
import { addPath, type Methods } from './add-path.ts';
import type { Answer, AnswerRequest } from './answer.ts';
import { createAnswerCache } from './answer-cache.ts';
import {
  type CachedAnswer,
  createOperationAnswer,
  EVENTS_TYPE,
  JSON_TYPE,
  type OperationAnswerNeeds,
} from './answer-operation.ts';
import type { AppEnv, Step } from './app-env.ts';
import { authenticate, type KeyNeeds } from './authenticate.ts';
import { answerBadge, type BadgeNeeds } from './badge.ts';
import { cacheControl, entityTag } from './caching.ts';
import { answerDomain, type DomainPageNeeds } from './domain-page.ts';
import { answerHealth, answerReadiness, type ReadinessNeeds } from './health.ts';
import { identify } from './identify.ts';
import type { Limiter } from './limiter.ts';
import { answerMailPage, MAIL_ACTIONS, type MailPageNeeds } from './mail-page.ts';
import { answerMetrics, countAnswers, type Metrics } from './metrics.ts';
import { renderOpenApi } from './openapi.ts';
import { explainFailure, problemAnswer } from './problem.ts';
import { pathOf } from './request-target.ts';
import { answered, createRespond } from './respond.ts';
import { createSitePages, type SitePageNeeds } from './site-pages.ts';
import { createTakeQuota, limit } from './take-quota.ts';
import {
  answerClaimPage,
  answerSearchPage,
  answerToolPage,
  type ClaimPageNeeds,
  TOOL_PAGES,
  type ToolPageNeeds,
} from './tool-pages.ts';

/** What the routes work with, each with its own part. */
export type AppNeeds = OperationAnswerNeeds &
  ToolRunnerNeeds &
  KeyNeeds &
  BadgeNeeds &
  SitePageNeeds &
  DomainPageNeeds &
  ToolPageNeeds &
  ClaimPageNeeds &
  MailPageNeeds &
  ReadinessNeeds & {
    readonly limiter: Limiter;
    readonly trustedProxy: boolean;
    /** Present where the process counts what it does. */
    readonly metrics?: Metrics | undefined;
  };

/** Everything that the service answers, whichever server asks. */
export interface App {
  fetch(request: Request, client: AppEnv['Bindings']): Response | Promise<Response>;
  /** Something in the store has changed: forget what was read before. */
  forget(): void;
}

/**
 * The pipeline of every request: id → client → limit → accept → authenticate → parse, run, render → cache fields → headers.
 * The first steps are those of its route, the middle is what answers it, and the last two are `respond`.
 */
export function createApp(needs: AppNeeds, tools: readonly ServedTool[] = TOOLS): App {
  const { baseUrl, log, now, metrics } = needs;
  const answers = createAnswerCache<CachedAnswer>(now, ({ answer }) => answer.body.length);
  const toolAnswers = createAnswerCache<CachedToolAnswer>(now, ({ characters }) => characters);
  const forget = () => {
    answers.clear();
    toolAnswers.clear();
  };
  // What one request has changed, no other is answered from memory.
  const working: AppNeeds = {
    ...needs,
    queued: (domain) => {
      forget();
      needs.queued(domain);
    },
    changed: (domain) => {
      forget();
      needs.changed(domain);
    },
  };
  const respond = createRespond(baseUrl);
  const takeQuota = createTakeQuota(needs.limiter);
  const pages = createSitePages(needs, takeQuota);
  const parts = { pages, takeQuota, answerRecord: createOperationAnswer(getPage, working, answers) };

  const app = new Hono<AppEnv>({ getPath: (request) => pathOf(request.url) });
  const read = limit(takeQuota, 'read');
  const path = (at: string, methods: Methods) => addPath(app, at, methods, respond, read);
  const get = (at: string, answer: AnswerRequest, ...steps: Step[]) => path(at, { GET: [...steps, go(answer)] });
  const go = (answer: AnswerRequest) => answered(respond, answer);

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    return respond(c, problemAnswer(explainFailure(error, log, 'request.failed', requestId), baseUrl, requestId));
  });
  app.use(identify(needs.trustedProxy));
  if (metrics) app.use(countAnswers(metrics, now));

  app.all(paths.mcp, go(createMcp(working, { takeQuota, cache: toolAnswers, tools })));
  for (const operation of CATALOG) {
    // The page of a domain has further representations.
    if (operation === getPage) continue;
    const { method, path: pattern, quota, streams } = operation.http;
    const steps = [
      limit(takeQuota, quota),
      accept(streams ? [JSON_TYPE, EVENTS_TYPE] : [JSON_TYPE]),
      ...(operation.access === 'owner' ? [authenticate(needs)] : []),
    ];
    const answer = createOperationAnswer(operation, working, answers);
    path(pattern.replace(/\{(\w+)\}/g, ':$1'), { [method]: [...steps, go((c) => answer(c))] });
  }
  app.all('/v1/*', read, (c) => {
    throw new DirectoryError('not_found', `There is no ${c.req.path.slice(0, 200)} here.`);
  });

  const description = describe(needs);
  get(paths.openapi, () => description);
  get('/healthz', answerHealth);
  get('/readyz', () => answerReadiness(needs));
  if (metrics) get('/metrics', () => answerMetrics(metrics));
  get('/badge/:file{.*\\.svg}', (c) => answerBadge(c, needs));
  for (const action of MAIL_ACTIONS) {
    const mailPage = [read, go((c) => answerMailPage(c, action, needs))];
    path(action.path, { GET: mailPage, POST: mailPage });
  }
  get('/domain/:name', (c) => answerDomain(c, needs, parts));
  get('/claim/:name', (c) => answerClaimPage(c, needs, parts));
  for (const [at, kind] of TOOL_PAGES) get(at, (c) => answerToolPage(c, kind, needs, parts));
  get(paths.search, (c) => answerSearchPage(c, pages, needs));
  get('*', pages.answer);
  return { fetch: app.fetch, forget };
}

/** The interface description: the same for everybody, made once. */
function describe({ serviceName, baseUrl }: AppNeeds): Answer {
  const body = JSON.stringify(renderOpenApi({ name: serviceName, baseUrl }));
  return {
    status: 200,
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': cacheControl({ maxAgeS: 3_600, staleS: 86_400 }),
      etag: entityTag(body),
    },
    body,
  };
}
