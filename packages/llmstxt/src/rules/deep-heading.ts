import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const deepHeading = defineRule({
  id: 'deep-heading',
  title: 'A heading below level two',
  severity: 'warning',
  source: 'spec',
  why: 'The format has one level of sections, "## ". Readers take deeper headings for text, or for a section called "# Name".',
  fix: 'Make it a "## " section, or a list item.',
  example: { before: '## Docs\n\n### Guides\n', after: '## Guides\n' },
  reads: 'text',
  marks: ['deep-heading'],
  check: (file) =>
    reportMarks(file, 'deep-heading', (mark) => ({
      message: `"${shorten(mark.value)}" is a heading of level ${mark.inner === null ? 3 : mark.inner[1] - mark.inner[0]}; sections have level two.`,
    })),
});
