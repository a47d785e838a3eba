import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import type { TextEdit } from '../types/finding.ts';

/**
 * Matches a line of markup that another fix removes first, because this markup would become text inside a line. Also matches a
 * link at the line start, which lacks its bullet or has a number of another form, and a row of a table.
 */
const SEPARATE = /[\r\n](?:\s*(?:\[\[?_?toc|\{)|[^a-z\s]{0,3}\s?\[|[•|])/i;

/** Joins the lines between two offsets. */
function joinLines(text: string, [from, to]: readonly [number, number]): readonly TextEdit[] {
  // Remove a backslash at the line end (a hard break), because before a space it would become text.
  const breaks = text.slice(from, to).matchAll(/\\?[ \t\r\n]+/g);
  return [...breaks]
    .filter(([found]) => /[\r\n]/.test(found))
    .map(({ 0: found, index }) => ({ start: from + index, end: from + index + found.length, text: ' ' }));
}

/**
 * Reports whether the lines after the first contain words. Other lines, such as `"""` or the end of a here-document, do
 * not belong to the item.
 */
function hasWords(text: string, [from, to]: readonly [number, number]): boolean {
  const item = text.slice(from, to);
  return /[\p{L}\p{N}]/u.test(item.slice(item.search(/[\r\n]/)).replace(/^\s*EO[FTL]\s*$/, '')) && !SEPARATE.test(item);
}

export const wrappedNotes = defineRule({
  id: 'wrapped-notes',
  title: 'Item on several lines',
  severity: 'info',
  source: 'parser',
  fix: 'Write each item on one line.',
  marks: ['wrapped-notes'],
  check: (file) =>
    reportMarks(file, 'wrapped-notes', (mark) => ({
      message: 'The item continues on the next line, which common parsers do not read.',
      edits: mark.inner === null || !hasWords(file.text, mark.inner) ? [] : joinLines(file.text, mark.inner),
    })),
});
