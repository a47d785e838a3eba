import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const headingSpace = defineRule({
  id: 'heading-space',
  title: 'Missing space after #',
  severity: 'warning',
  source: 'parser',
  fix: 'Put a space between the # and the words.',
  specUrl: 'https://spec.commonmark.org/0.31.2/#atx-headings',
  marks: ['unmarked-heading'],
  check: (file) =>
    reportMarks(file, 'unmarked-heading', (mark) => {
      const [start, end] = mark.inner ?? [mark.start, mark.start];
      const written = file.text.slice(start, end).trim();
      const isTight = written.startsWith('#');
      const reason = isTight ? 'without a space after the #' : `with a full-width ${written} in place of #`;
      return {
        message: `"${shorten(mark.value)}" looks like a heading, but ${reason}, strict parsers read it as text.`,
        fix: isTight ? undefined : 'Write an ordinary # and a space before the words.',
        edits: [{ start, end, text: `${'#'.repeat(written.length)} ` }],
      };
    }),
});
