import type { RuleNeed } from '../types/rule.ts';
import { type Need, TEXT_NEEDS } from './needs.ts';

/** Inputs that the rules need. After a failed request, no other rule can be judged. */
export const ANSWER_NEEDS: Readonly<Record<RuleNeed, Need>> = {
  ...TEXT_NEEDS,
  request: [({ input }) => input.response?.failure === null, 'the server did not answer.'],
  response: [
    ({ decoded, input }) => decoded !== null && input.response !== undefined,
    'there is no response with a file.',
  ],
  homepage: [({ kind, input }) => kind === 'llms' && Boolean(input.homepage), 'the homepage was not read.'],
  links: [({ kind, input }) => kind === 'llms' && Boolean(input.linkChecks?.length), 'no link was requested.'],
  'full file': [({ input }) => (input.fullFile?.kind ?? 'absent') !== 'absent', 'the site has no llms-full.txt.'],
  'both hosts': [({ input }) => input.wwwDiffers !== undefined, 'only one of the hosts with and without www answers.'],
};
