import type { RuleContext } from '../types/rule.ts';
import { decodeBody } from './decode-body.ts';
import { isChallenge } from './detect-body-kind.ts';

/** Reports whether a bot wall answered. Some bot walls answer 200 or 503 with a page that requires a browser. */
export function isBotWall({ kind, decoded, input }: Omit<RuleContext, 'isBotWall'>): boolean {
  const { response, body } = input;
  if (response === undefined || response.failure !== null) return false;
  if (response.headers['cf-mitigated'] === 'challenge') return true;
  if (response.status === 503 && body !== null) return isChallenge(decodeBody(body).text);
  return kind === 'html' && isChallenge(decoded?.text ?? '');
}
