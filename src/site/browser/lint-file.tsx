import { render } from 'preact';
import { createPreview, lint, summarizeReaders } from '#llmstxt';
import { reportView } from '../content/views/check/report-view.ts';
import { describeLint } from '../content/views/draft/describe-lint.ts';
import { qualityView } from '../content/views/quality/quality-view.ts';
import { Report } from '../look/components/Report.tsx';
import type { Lint } from './lint-box.ts';

export const lintFile: Lint = (text, out) => {
  const inspection = lint({ body: text });
  const { document, findings, unbroken, assessment, quality } = inspection;
  const view = reportView({
    text,
    isWhole: true,
    url: null,
    wholePath: null,
    quality: assessment && qualityView(assessment, quality),
    findings,
    unbroken,
    preview: document && createPreview(document),
    readers: document ? summarizeReaders(text) : [],
  });
  render(<Report view={view} id="paste" />, out);
  return describeLint(inspection);
};
