import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const emptySection = defineRule({
  id: 'empty-section',
  title: 'Empty section',
  severity: 'warning',
  source: 'spec',
  fix: 'Add links under the heading, or delete it.',
  marks: ['empty-section'],
  check: (file) =>
    reportMarks(file, 'empty-section', (mark) => ({
      message: `There is nothing under "${shorten(mark.value)}".`,
    })),
});
