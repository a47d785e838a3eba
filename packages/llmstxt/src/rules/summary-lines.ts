import { defineRule } from '../reporting/define-rule.ts';
import type { TextEdit } from '../types/finding.ts';

/** Matches a character that continues a paragraph. Hyphens, digits and similar characters may start a block. */
const CONTINUES = /[^-*+#>0-9`~<|=_\r\n]/;

/** Joins the lines of a quote with one plain paragraph. Returns no edit for a list or an empty line. */
function joinLines(text: string, start: number, end: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  // Start only at the first blank of a run, so that the run is read once.
  for (const { 0: found, index } of text.slice(start, end).matchAll(/(?<![ \t])[ \t]*(?:\r\n|\n|\r)/g)) {
    const after = start + index + found.length;
    const prefix = /^[ \t]{0,3}>?[ \t]*/.exec(text.slice(after, after + 40))?.[0] ?? '';
    if (!CONTINUES.test(text.charAt(after + prefix.length))) return [];
    edits.push({ start: start + index, end: after + prefix.length, text: ' ' });
    if (edits.length > MAX_LINES) return [];
  }
  return edits;
}

/** Most lines of a summary that is joined to one line. */
const MAX_LINES = 20;

export const summaryLines = defineRule({
  id: 'summary-lines',
  title: 'Summary on several lines',
  severity: 'info',
  source: 'parser',
  fix: 'Write the summary on one line.',
  check(file) {
    const { summary, text } = file;
    if (summary === null || !summary.inPlace || summary.lines < 2) return [];
    const message = `The summary has ${summary.lines} lines, but common parsers keep only the first.`;
    return [{ at: summary, message, edits: joinLines(text, summary.start, summary.end) }];
  },
});
