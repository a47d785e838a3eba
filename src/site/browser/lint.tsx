import { render } from 'preact';
import { createPreview, lintText, summarizeReaders } from '#llmstxt';
import { Findings } from '../components/Findings.tsx';
import { Report } from '../components/Report.tsx';
import { countOf } from '../format/numbers.ts';
import { fixText } from '../views/check/fix-text.ts';
import { reportView } from '../views/check/report-view.ts';
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

/** The findings of a draft that is being edited, without the text, which stands in the box above. */
export const lintDraft: Lint = (text, out) => {
  const inspection = lintText({ body: text });
  const view = findingsView(inspection.findings, fixText(text, null, true).replacementOf);
  render(
    <Findings view={view} id="draft-findings" heading="Findings as you type" empty={NO_FINDINGS} report="draft" />,
    out,
  );
  return describe(inspection);
};

function describe({ valid, quality, findings }: ReturnType<typeof lintText>): string {
  const state = valid ? `Valid, quality ${quality} of 100` : 'Not valid';
  return `${state}: ${findings.length === 0 ? 'no problems found' : countOf(findings.length, 'finding')}.`;
}
