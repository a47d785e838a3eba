import type { Finding } from '#llmstxt';
import { CRAWLER_TOKEN } from '../../../../directory/crawler-token.ts';
import { paths } from '../../../../directory/urls.ts';
import type { FindingsView } from '../findings/findings-view.ts';
import type { Phrase } from '../phrase.ts';
import type { VerdictView } from './grade.ts';

/** Rule of a site that refuses our requests. */
export const BLOCKED_RULE: Finding['id'] = 'blocked';
/** Status of a rate limit. */
const TOO_MANY = /answers 429/;

/** Returns the verdict on a site that refused a visit, with the cure. Returns null for other sites. */
export function blockedVerdict({ rules }: FindingsView): VerdictView | null {
  const blocked = rules.find(({ id }) => id === BLOCKED_RULE);
  if (!blocked) return null;
  const message = blocked.places[0]?.message ?? '';
  const agent = { code: CRAWLER_TOKEN };
  const cure: Phrase = TOO_MANY.test(message)
    ? ['Raise the rate limit for the user agent ', agent, ', which sends at most one request a second.']
    : ['Allow the user agent ', agent, ' to read /llms.txt in your firewall or bot protection.'];
  return {
    words: 'Blocked',
    look: 'none',
    score: null,
    sentence: message,
    steps: [cure, [{ path: paths.doc('crawler'), words: 'How to recognize our crawler' }, '.']],
  };
}
