import { render } from 'preact';
import { createPreview, lintText, summarizeReaders } from '#llmstxt';
import { Findings } from '../components/Findings.tsx';
import { Report } from '../components/Report.tsx';
import { countOf } from '../format/numbers.ts';
import { fixText } from '../views/check/fix-text.ts';
import { type KeptFinding, type ReportView, reportView } from '../views/check/report-view.ts';
import { findingsView, NO_FINDINGS } from '../views/findings/findings-view.ts';
import { qualityView } from '../views/quality/quality-view.ts';

// The engine with what shows its findings. Loaded when somebody first types a text; from then on it needs no network.

/** Shows in `out` what is found in a text. Returns the outcome in a sentence, for a screen reader. */
export type Lint = (text: string, out: HTMLElement) => string;

/** Everything about a text: the report that a check gives. */
export const lintFile: Lint = (text, out) => {
  const inspection = lintText({ body: text });
  const { document, findings, unbroken, assessment, quality } = inspection;
  const view = reportView({
    text,
    isWhole: true,
    url: null,
    quality: assessment && qualityView(assessment, quality),
    findings,
    unbroken,
    preview: document && createPreview(document),
    readers: document ? summarizeReaders(text) : [],
  });
  render(<Report view={view} id="paste" />, out);
  return describe(inspection);
};

/**
 * Returns the lint of a draft that is being edited, which shows the findings without the text. `visit`: the visit that read the file,
 * whose findings about links and answers stay until the next visit; null for a text without an address.
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
    return describe(inspection, kept);
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

/** The quality of a file with findings of a visit is known after the next visit. */
function describe(
  { valid, quality, findings }: ReturnType<typeof lintText>,
  kept: readonly KeptFinding[] = [],
): string {
  const isValid = valid && !kept.some(({ isError }) => isError);
  const score = kept.length === 0 ? `, quality ${quality} of 100` : '';
  const state = isValid ? `Valid${score}` : 'Not valid';
  const found = findings.length === 0 ? 'no problems found in the text' : countOf(findings.length, 'finding');
  const places = kept.reduce((sum, { count }) => sum + count, 0);
  return `${state}: ${found}${places === 0 ? '' : `; ${countOf(places, 'finding')} of the last visit not tested again`}.`;
}
