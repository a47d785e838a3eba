import type { UnbrokenRule } from '../types/lint.ts';
import type { Rule, RuleContext, RuleNeed } from '../types/rule.ts';

/** Whether what a rule judges is known, and why not. A request that failed says nothing about any other rule. */
const NEEDS: Readonly<Record<RuleNeed, readonly [isKnown: (context: RuleContext) => boolean, unknown: string]>> = {
  request: [({ input }) => input.response?.failure === null, 'the server did not answer.'],
  response: [
    ({ decoded, input }) => decoded !== null && input.response !== undefined,
    'there is no response with a file.',
  ],
  body: [({ decoded }) => decoded !== null, 'there is no file to read.'],
  file: [({ kind, file }) => kind === 'llms' && file !== null, 'there is no llms.txt to read.'],
  homepage: [({ kind, input }) => kind === 'llms' && Boolean(input.homepage), 'the homepage was not read.'],
  links: [({ kind, input }) => kind === 'llms' && Boolean(input.linkChecks?.length), 'no link was requested.'],
  'full file': [({ input }) => (input.fullFile?.kind ?? 'absent') !== 'absent', 'the site has no llms-full.txt.'],
  'both hosts': [({ input }) => input.wwwDiffers !== undefined, 'only one of the hosts with and without www answers.'],
};

/** Every rule without a finding: whether it has passed, or could not be judged. */
export function listUnbroken(
  rules: readonly Rule[],
  context: RuleContext,
  broken: ReadonlySet<string>,
): readonly UnbrokenRule[] {
  return rules
    .filter(({ id }) => !broken.has(id))
    .map(({ id, title, severity, source, specUrl, needs }) => {
      const [isKnown, unknown] = NEEDS[needs];
      const passed = isKnown(context);
      return {
        id,
        title,
        severity,
        source,
        outcome: passed ? 'passed' : 'not_applicable',
        message: passed ? 'No problem found.' : `Not checked: ${unknown}`,
        spec_url: specUrl,
      };
    });
}
