import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const itemWithoutLink = defineRule({
  id: 'item-without-link',
  title: 'List item without a link',
  severity: 'warning',
  source: 'spec',
  fix: 'Write "- [name](url)", optionally followed by ": " and notes.',
  marks: ['item-without-link'],
  check: (file) =>
    reportMarks(file, 'item-without-link', () => ({
      message: 'This item has no link. Each item of a section needs one link.',
    })),
});
