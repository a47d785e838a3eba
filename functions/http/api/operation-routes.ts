import { DirectoryError } from '../../../src/directory/errors.ts';
import { CATALOG, type OperationDeps } from '../../../src/operations/catalog.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { getPage } from '../../../src/operations/overview/get-page.ts';
import { findQuota, type QuotaRules } from '../../visits/find-quota.ts';
import type { AnswerCache } from '../pipeline/answer-cache.ts';
import type { AppContext, Check } from '../pipeline/app-env.ts';
import { authenticate, type KeyDeps } from '../pipeline/authenticate.ts';
import { EVENTS_TYPE, JSON_TYPE } from '../pipeline/media-types.ts';
import { negotiate } from '../pipeline/negotiate.ts';
import type { Router } from '../router.ts';
import { type CachedAnswer, createOperationAnswer, type OperationAnswerDeps } from './answer-operation.ts';

/** Routes of the API: limit → accept → authenticate → parse, run, render. */
export function addOperations(
  router: Router,
  deps: OperationAnswerDeps & KeyDeps & QuotaRules,
  cache: AnswerCache<CachedAnswer>,
): void {
  // The domain page has further representations, so the page routes serve it.
  const operations = CATALOG.filter((operation) => operation !== getPage);
  for (const [path, ofPath] of Map.groupBy(operations, ({ http }) => http.path)) {
    const methods = ofPath.map((operation) => [operation.http.method, toRoute(operation, deps, cache)] as const);
    router.add(path.replace(/\{(\w+)\}/g, ':$1'), Object.fromEntries(methods));
  }
  router.end('/v1/');
}

function toRoute(
  operation: Operation<OperationDeps>,
  deps: OperationAnswerDeps & KeyDeps & QuotaRules,
  cache: AnswerCache<CachedAnswer>,
) {
  const { streams, representations = {}, withoutJson } = operation.http;
  const checks = [
    accept([...(withoutJson ? [] : [JSON_TYPE]), ...(streams ? [EVENTS_TYPE] : []), ...Object.keys(representations)]),
    ...(operation.access === 'owner' ? [authenticate(deps)] : []),
  ];
  const answer = createOperationAnswer(operation, deps, cache);
  const quota = (c: AppContext) => findQuota(operation.http, c.req.param('domain'), deps);
  return { quota, checks, answer: (c: AppContext) => answer(c) };
}

/** Chooses the media type of the answer, or rejects with `not_acceptable`. */
function accept(offers: readonly string[]): Check {
  const varies = offers.length > 1;
  return (c) => {
    c.set('variesByAccept', varies);
    const mediaType = negotiate(c.req.header('accept'), offers);
    if (mediaType === null) {
      throw new DirectoryError('not_acceptable', `This resource is available as ${offers.join(', ')}.`);
    }
    c.set('mediaType', mediaType);
  };
}
