import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const sectionWithoutLinks = defineRule({
  id: 'section-without-links',
  title: 'Section without links',
  severity: 'warning',
  source: 'spec',
  fix: 'Add links, or move the text up, under the title.',
  marks: ['section-without-links'],
  check: (file) =>
    reportMarks(file, 'section-without-links', (mark) => ({
      message: `The section "${shorten(mark.value)}" has no links.`,
    })),
});
