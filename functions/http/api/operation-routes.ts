import { CATALOG, type OperationDeps } from '../../../src/operations/catalog.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { getPage } from '../../../src/operations/overview/get-page.ts';
import { type QuotaRules, quotaOf } from '../../visits/quota-of.ts';
import { accept } from '../pipeline/accept.ts';
import type { AnswerCache } from '../pipeline/answer-cache.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { authenticate, type KeyDeps } from '../pipeline/authenticate.ts';
import type { Router } from '../router.ts';
import {
  type CachedAnswer,
  CSV_TYPE,
  createOperationAnswer,
  EVENTS_TYPE,
  JSON_TYPE,
  LINES_TYPE,
  type OperationAnswerDeps,
  TEXT_TYPE,
} from './answer-operation.ts';

/** Routes of the API: limit → accept → authenticate → parse, run, render. */
export function addOperations(
  router: Router,
  deps: OperationAnswerDeps & KeyDeps & QuotaRules,
  cache: AnswerCache<CachedAnswer>,
): void {
  // The domain page has further representations, so the page routes serve it.
  const operations = CATALOG.filter((operation) => operation !== getPage);
  for (const [path, ofPath] of Map.groupBy(operations, ({ http }) => http.path)) {
    const methods = ofPath.map((operation) => [operation.http.method, routeOf(operation, deps, cache)] as const);
    router.add(path.replace(/\{(\w+)\}/g, ':$1'), Object.fromEntries(methods));
  }
  router.end('/v1/');
}

function routeOf(
  operation: Operation<OperationDeps>,
  deps: OperationAnswerDeps & KeyDeps & QuotaRules,
  cache: AnswerCache<CachedAnswer>,
) {
  const { streams, lines, csv, plainText, jsonAs = {} } = operation.http;
  const checks = [
    accept([
      plainText ? TEXT_TYPE : JSON_TYPE,
      ...(streams ? [EVENTS_TYPE] : []),
      ...(lines ? [LINES_TYPE] : []),
      ...(csv ? [CSV_TYPE] : []),
      ...Object.keys(jsonAs),
    ]),
    ...(operation.access === 'owner' ? [authenticate(deps)] : []),
  ];
  const answer = createOperationAnswer(operation, deps, cache);
  const quota = (c: AppContext) => quotaOf(operation.http, c.req.param('domain'), deps);
  return { quota, checks, answer: (c: AppContext) => answer(c) };
}
