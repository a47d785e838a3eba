import type { UnbrokenRule } from '../types/lint.ts';
import type { Rule, RuleContext } from '../types/rule.ts';
import type { Needs } from './needs.ts';

/** Lists every rule without a finding, as passed or not judged. */
export function listUnbroken(
  rules: readonly Rule[],
  context: RuleContext,
  broken: ReadonlySet<string>,
  needs: Needs,
): readonly UnbrokenRule[] {
  return rules
    .filter(({ id }) => !broken.has(id))
    .map(({ id, title, severity, source, specUrl, needs: need }) => {
      const [isKnown, unknown] = needs[need] ?? [() => false, ''];
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
