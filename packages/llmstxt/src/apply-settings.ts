import type { Severity } from './types/finding.ts';
import type { LintResult } from './types/lint.ts';

/** What an author makes of rules, by id: `off`, or how bad every finding of the rule is. */
export type RuleSettings = Readonly<Record<string, Severity | 'off'>>;

/**
 * A result without the findings of rules that are off, and with the severities that rules were given. They decide
 * whether it is valid; what its quality is made of stays, so that it compares with other files.
 */
export function applySettings(result: LintResult, settings: RuleSettings): LintResult {
  const byRule = new Map(Object.entries(settings));
  if (byRule.size === 0) return result;
  const findings = result.findings.flatMap((finding) => {
    const severity = byRule.get(finding.id) ?? finding.severity;
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
  const valid = !findings.some(({ severity, outcome }) => severity === 'error' || outcome === 'unknown');
  return { ...result, findings, valid, quality: valid && result.assessment !== null ? result.assessment.score : 0 };
}
