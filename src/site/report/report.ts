import type { Finding } from '../../llmstxt/finding.ts';
import type { Preview } from '../../llmstxt/preview.ts';
import type { ReaderSummary } from '../../llmstxt/readers.ts';
import { type Markup, mark } from '../markup.ts';
import { markFindings } from './mark-findings.ts';
import { markMended } from './mark-mended.ts';
import { markPreview } from './mark-preview.ts';
import { markReaders } from './mark-readers.ts';
import { markSource } from './mark-source.ts';
import { mend } from './mend.ts';

/** A finding as a report shows it. */
export type ReportFinding = Pick<
  Finding,
  'id' | 'title' | 'severity' | 'line' | 'column' | 'excerpt' | 'message' | 'fix'
>;

/** What is known of a file: from a visit, or from the text that somebody has typed. */
export interface Report {
  /** Null where no text came. */
  readonly text: string | null;
  /** False when `text` is only the beginning of the file. */
  readonly whole: boolean;
  /** The file's address; null for a text that has none yet. */
  readonly url: string | null;
  readonly findings: readonly ReportFinding[];
  readonly preview: Preview | null;
  readonly readers: readonly ReaderSummary[];
}

/** The report as panels: findings beside the text, the mended file, what an agent sees, what the reference readers take. */
export function markReport(report: Report): Markup[] {
  const { text, url, findings, whole } = report;
  const mending = text === null ? null : mend(text, url, whole);
  const beside =
    text === null
      ? markFindings(findings, null)
      : mark('div', { class: 'beside' }, markSource(text, findings), markFindings(findings, mending));
  const mended = mending?.text === undefined || mending.text === null ? null : markMended(mending.text, mending.count);
  return [
    beside,
    ...(mended ? [mended] : []),
    ...(report.preview ? [markPreview(report.preview)] : []),
    ...(report.readers.length > 0 ? [markReaders(report.readers)] : []),
  ];
}
