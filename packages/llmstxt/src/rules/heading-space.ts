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
  reads: 'text',
  marks: ['tight-heading'],
  check: (file) =>
    reportMarks(file, 'tight-heading', (mark) => {
      const at = mark.inner?.[1] ?? mark.start + 1;
      return {
        message: `"${shorten(mark.value)}" looks like a heading, but without a space after the #, strict parsers read it as text.`,
        edits: [{ start: at, end: at, text: ' ' }],
      };
    }),
});
