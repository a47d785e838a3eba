import type { Status } from '../../../../directory/state.ts';
import { failureWords } from '../../format/failure-words.ts';

const NOT_FOUND = 'not-found';

/** Describes the state of a site without a valid file. `reason` is a stored failure or a rule, or null if unknown. */
export function faultSentence(
  domain: string,
  status: Extract<Status, 'invalid' | 'unreachable'>,
  reason: string | null,
): string {
  if (status === 'invalid' && reason === NOT_FOUND) return `${domain} has no llms.txt.`;
  const cause = reason === null ? '' : `: ${failureWords(reason).words}`;
  const state = status === 'invalid' ? `An agent cannot use the file of ${domain}` : 'The site could not be read';
  return `${state}${cause}.`;
}
