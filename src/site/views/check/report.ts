import type { Preview, ReaderSummary } from '#llmstxt';
import { type Markup, mark } from '../../markup.ts';
import type { AnsweredFinding } from './check-answer.ts';
import { mend } from './fix-text.ts';
import { markFindings } from './mark-findings.ts';
import { markMended } from './mark-fixed-file.ts';
import { markPreview } from './mark-preview.ts';
import { markReaders } from './mark-readers.ts';
import { markSource } from './mark-source.ts';

/** What is known of a file: from a visit, or from the text that somebody has typed. */
export interface Report {
  /** Null where no text came. */
  readonly text: string | null;
  /** False when `text` is only the beginning of the file. */
  readonly whole: boolean;
  /** The file's address; null for a text that has none yet. */
  readonly url: string | null;
  readonly findings: readonly AnsweredFinding[];
  readonly preview: Preview | null;
  readonly readers: readonly ReaderSummary[];
}

/**
 * The report as panels: findings beside the text, the mended file, what an agent sees, what the reference readers take.
 * `place` begins every id in it: a page may hold two reports.
 */
export function markReport(report: Report, place: string): Markup[] {
  const { text, url, findings, whole } = report;
  const mending = text === null ? null : mend(text, url, whole);
  const beside =
    text === null
      ? markFindings(findings, null, place)
      : mark('div', { class: 'beside' }, markSource(text, findings, place), markFindings(findings, mending, place));
  const mended = mending === null || mending.text === null ? null : markMended(mending.text, mending.count, place);
  return [
    beside,
    ...(mended ? [mended] : []),
    ...(report.preview ? [markPreview(report.preview, place)] : []),
    ...(report.readers.length > 0 ? [markReaders(report.readers, place)] : []),
  ];
}
