import type { UnbrokenRule } from '../types/lint.ts';
import type { Rule, RuleContext, RuleNeed } from '../types/rule.ts';

/** Whether what a rule judges is known. A request that failed says nothing about any other rule. */
const IS_KNOWN: Readonly<Record<RuleNeed, (context: RuleContext) => boolean>> = {
  request: ({ input }) => input.response !== undefined && input.response.failure === null,
  response: ({ decoded, input }) => decoded !== null && input.response !== undefined,
  body: ({ decoded }) => decoded !== null,
  file: ({ kind, file }) => kind === 'llms' && file !== null,
  homepage: ({ kind, input }) => kind === 'llms' && Boolean(input.homepage),
  links: ({ kind, input }) => kind === 'llms' && (input.linkChecks ?? []).length > 0,
  'full file': ({ input }) => Boolean(input.fullFile) && input.fullFile?.kind !== 'absent',
  'both hosts': ({ input }) => input.wwwDiffers !== undefined,
};

const UNKNOWN: Readonly<Record<RuleNeed, string>> = {
  request: 'Not checked: the server did not answer.',
  response: 'Not checked: there is no response with a file.',
  body: 'Not checked: there is no file to read.',
  file: 'Not checked: there is no llms.txt to read.',
  homepage: 'Not checked: the homepage was not read.',
  links: 'Not checked: no link was requested.',
  'full file': 'Not checked: the site has no llms-full.txt.',
  'both hosts': 'Not checked: only one of the hosts with and without www answers.',
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
      const passed = IS_KNOWN[needs](context);
      return {
        id,
        title,
        severity,
        source,
        outcome: passed ? 'passed' : 'not_applicable',
        message: passed ? 'No problem found.' : UNKNOWN[needs],
        spec_url: specUrl,
      };
    });
}
