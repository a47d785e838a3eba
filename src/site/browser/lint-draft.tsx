import { render } from 'preact';
import { lintText } from '#llmstxt';
import { countOf } from '../content/format/numbers.ts';
import { fixText } from '../content/views/check/fix-text.ts';
import type { KeptFinding, ReportView } from '../content/views/check/report-view.ts';
import { findingsView, NO_FINDINGS } from '../content/views/findings/findings-view.ts';
import { Findings } from '../look/components/Findings.tsx';
import { describeLint } from './describe-lint.ts';
import type { Lint } from './lint-box.ts';

/**
 * Returns the lint of an edited draft. It shows the findings without the text. `visit` read the file, and its
 * findings about links and responses stay until the next visit. It is null for a text without a URL.
 */
export const lintDraftOf =
  (visit: ReportView['visit']): Lint =>
  (text, out) => {
    const address = visit === null ? {} : { url: visit.url };
    const inspection = lintText({ body: text, ...address });
    const view = findingsView(inspection.findings, fixText(text, visit?.url ?? null, true).replacementOf);
    const kept = visit?.kept ?? [];
    render(
      <>
        {kept.length > 0 && <Kept kept={kept} />}
        <Findings view={view} id="draft-findings" heading="Findings as you type" empty={NO_FINDINGS} report="draft" />
      </>,
      out,
    );
    return describeLint(inspection, kept);
  };

function Kept({ kept }: { readonly kept: readonly KeptFinding[] }) {
  return (
    <div class="warning-line">
      <p>Not tested again here. Publish the file and check it:</p>
      <ul>
        {kept.map(({ title, count }) => (
          <li>{count > 1 ? `${title} (${countOf(count, 'place')})` : title}</li>
        ))}
      </ul>
    </div>
  );
}
