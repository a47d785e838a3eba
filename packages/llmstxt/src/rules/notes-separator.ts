import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

function describe(separator: string): string {
  if (separator === '') return 'The notes follow the link without a colon, so common parsers lose them.';
  if (separator === ':') return 'The colon does not follow the link directly, so common parsers lose the notes.';
  return `The notes follow "${shorten(separator)}" instead of a colon, so common parsers lose them.`;
}

export const notesSeparator = defineRule({
  id: 'notes-separator',
  title: 'Missing colon before notes',
  severity: 'warning',
  source: 'parser',
  fix: 'Put ": " between the link and its notes.',
  marks: ['separator'],
  check: (file) =>
    reportMarks(file, 'separator', ({ value, inner, end }) => ({
      message: describe(value),
      // Emphasis closes after the separator and brings its own space.
      edits: inner === null ? [] : [{ start: inner[0], end: inner[1], text: inner[1] < end ? ':' : ': ' }],
    })),
});
