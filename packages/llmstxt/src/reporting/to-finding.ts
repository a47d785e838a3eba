import { hideCredentials } from '../address/credentials.ts';
import { cutText } from '../cut-text.ts';
import type { Finding } from '../types/finding.ts';
import type { Rule, RuleReport } from '../types/rule.ts';

/** Most characters of an excerpt. */
const MAX_EXCERPT = 120;
/** Most characters read for an excerpt. Part of a password would remain if its end were not read. */
const MAX_READ = 400;

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
    excerpt: at === null || text === null ? null : excerptOf(text, at.start, at.end),
    message: report.message,
    fix: report.fix ?? rule.fix,
    edits: report.edits ?? [],
    spec_url: rule.specUrl,
  };
}

/** Returns the text at the place up to the end of its first line, at least one character. */
function excerptOf(text: string, start: number, end: number): string {
  const raw = text.slice(start, Math.min(Math.max(end, start + 1), start + MAX_READ));
  return cutText(hideCredentials(raw.split(/[\r\n]/, 1)[0] ?? ''), MAX_EXCERPT);
}
