import type { RuleContext } from '../types/rule.ts';
import { isChallenge } from './detect-body-kind.ts';

/** Answers by which a site keeps a program out: they say nothing about the file. */
export function isBlockedStatus(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status === 451;
}

/** Some bot walls answer 200 or 503 with a page that asks for a browser. */
export function isBotWall(context: RuleContext): boolean {
  const { response, body } = context.input;
  if (response === undefined || response.failure !== null) return false;
  if (response.headers['cf-mitigated'] === 'challenge') return true;
  if (response.status === 503 && body !== null) {
    const head = typeof body === 'string' ? body.slice(0, 16_384) : new TextDecoder().decode(body.subarray(0, 16_384));
    return isChallenge(head);
  }
  return context.kind === 'html' && isChallenge((context.decoded?.text ?? '').slice(0, 16_384));
}
