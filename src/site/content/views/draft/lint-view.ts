import { lintText } from '#llmstxt';
import { fixText } from '../check/fix-text.ts';
import type { ReportView } from '../check/report-view.ts';
import { findingsView } from '../findings/findings-view.ts';
import { describeLint } from './describe-lint.ts';

/**
 * Creates the findings of a draft or of an edited file. `visit` read the file, and its findings about links and
 * responses stay until the next visit. `visit` is null for a text without a URL.
 */
export function lintView(text: string, visit: ReportView['visit']) {
  const address = visit === null ? {} : { url: visit.url };
  const inspection = lintText({ body: text, ...address });
  const keptFindings = visit?.kept ?? [];
  return {
    outcome: describeLint(inspection, keptFindings),
    kept: keptFindings,
    findings: findingsView(inspection.findings, fixText(text, visit?.url ?? null, true).replacementOf),
  };
}
export type LintView = ReturnType<typeof lintView>;
