import type { Finding } from '#llmstxt';
import { CRAWLER_TOKEN } from '../../../../directory/crawler-token.ts';
import { paths } from '../../../../directory/urls.ts';
import { FORBIDDEN_BY_ROBOTS, failureWords } from '../../format/failure-words.ts';
import type { FindingsView } from '../findings/findings-view.ts';
import type { Phrase } from '../phrase.ts';
import type { VerdictView } from './grade.ts';

/** Rule that a site breaks if it refuses our requests. */
export const BLOCKED_RULE: Finding['id'] = 'blocked';
const TOO_MANY = /answers 429/;

/** Returns the verdict on a site that refused a visit for `reason`, with the remedy. */
export function blockedVerdict(reason: string, { rules }: FindingsView): VerdictView {
  // Do not repeat this message in the sentence, because the findings contain it.
  const message = rules.find(({ id }) => id === BLOCKED_RULE)?.places[0]?.message ?? '';
  const { words } = failureWords(reason);
  return {
    words: 'Blocked',
    look: 'fair',
    score: null,
    sentence: `${words.charAt(0).toUpperCase()}${words.slice(1)}, so the file is unread.`,
    steps: [cureOf(reason, message), [{ path: paths.doc('crawler'), words: 'How to recognize our crawler' }, '.']],
  };
}

function cureOf(reason: string, message: string): Phrase {
  const agent = { code: CRAWLER_TOKEN };
  if (reason === FORBIDDEN_BY_ROBOTS) return ['Allow the user agent ', agent, ' to read /llms.txt in robots.txt.'];
  if (TOO_MANY.test(message)) {
    return ['Raise the rate limit for the user agent ', agent, ', which sends at most one request a second.'];
  }
  return ['Allow the user agent ', agent, ' to read /llms.txt in your firewall or bot protection.'];
}
