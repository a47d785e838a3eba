import type { Severity } from './types/finding.ts';
import type { LintResult } from './types/lint.ts';

/** Settings of an author by rule id: `off`, or the severity of every finding of the rule. */
export type RuleSettings = Readonly<Record<string, Severity | 'off'>>;

/**
 * Removes findings of disabled rules and applies the set severities. Settings change the validity but not the
 * quality, so that files stay comparable.
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
