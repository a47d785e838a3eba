import type { Finding } from '../types/finding.ts';
import type { Rule, RuleReport } from '../types/rule.ts';
import { formatExcerpt } from './format-excerpt.ts';

/** Creates a finding from a rule and its report. `text` is the file, for the excerpt. */
export function toFinding(rule: Rule, report: RuleReport, text: string | null): Finding {
  const { at } = report;
  return {
    id: rule.id,
    title: rule.title,
    severity: report.severity ?? rule.severity,
    outcome: report.outcome ?? 'failed',
    source: rule.source,
    line: at?.line ?? null,
    column: at?.column ?? null,
    excerpt: at === null || text === null ? null : formatExcerpt(text, at.start, at.end),
    message: report.message,
    fix: report.fix ?? rule.fix,
    edits: report.edits ?? [],
    spec_url: rule.specUrl,
  };
}
