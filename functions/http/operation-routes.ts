import { CATALOG } from '../../src/operations/catalog.ts';
import { getPage } from '../../src/operations/get-page.ts';
import { accept } from './accept.ts';
import type { AnswerCache } from './answer-cache.ts';
import {
  type CachedAnswer,
  createOperationAnswer,
  EVENTS_TYPE,
  JSON_TYPE,
  LINES_TYPE,
  type OperationAnswerNeeds,
} from './answer-operation.ts';
import { authenticate, type KeyNeeds } from './authenticate.ts';
import type { Router } from './router.ts';

/** The API: limit → accept → authenticate → parse, run, render. */
export function addOperations(
  router: Router,
  needs: OperationAnswerNeeds & KeyNeeds,
  cache: AnswerCache<CachedAnswer>,
): void {
  for (const operation of CATALOG) {
    // The page of a domain has further representations: it is one of the pages.
    if (operation === getPage) continue;
    const { method, path, quota, streams, lines } = operation.http;
    const steps = [
      accept([JSON_TYPE, ...(streams ? [EVENTS_TYPE] : []), ...(lines ? [LINES_TYPE] : [])]),
      ...(operation.access === 'owner' ? [authenticate(needs)] : []),
    ];
    const answer = createOperationAnswer(operation, needs, cache);
    router.add(path.replace(/\{(\w+)\}/g, ':$1'), { [method]: { quota, steps, answer: (c) => answer(c) } });
  }
  router.end('/v1/');
}
