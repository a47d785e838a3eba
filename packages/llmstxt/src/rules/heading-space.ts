import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const headingSpace = defineRule({
  id: 'heading-space',
  title: 'No blank after the #',
  severity: 'warning',
  source: 'parser',
  why: 'By CommonMark "#Name" is plain text, so strict readers see no heading at all.',
  fix: 'Put a blank between the # and the words.',
  specUrl: 'https://spec.commonmark.org/0.31.2/#atx-headings',
  example: { before: '#Example\n', after: '# Example\n' },
  reads: 'text',
  marks: ['tight-heading'],
  check: (file) =>
    reportMarks(file, 'tight-heading', (mark) => {
      const at = mark.inner?.[1] ?? mark.start + 1;
      return {
        message: `"${shorten(mark.value)}" is meant as a heading, but without a blank after the # strict readers take it for text.`,
        edits: [{ start: at, end: at, text: ' ' }],
      };
    }),
});
