import { render } from 'preact';
import type { ReportView } from '../content/views/check/report-view.ts';
import { lintView } from '../content/views/draft/lint-view.ts';
import { DraftFindings } from '../look/components/DraftFindings.tsx';
import type { Lint } from './lint-box.ts';

/** Creates the lint of an edited draft. `visit` read the published file. `visit` is null for a text without a URL. */
export const createDraftLint =
  (visit: ReportView['visit']): Lint =>
  (text, out) => {
    const view = lintView(text, visit);
    render(<DraftFindings view={view} report="draft" />, out);
    return view.outcome;
  };
