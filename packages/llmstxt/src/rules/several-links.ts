import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const severalLinks = defineRule({
  id: 'several-links',
  title: 'More than one link in an item',
  severity: 'warning',
  source: 'parser',
  fix: 'Give each link its own item.',
  marks: ['further-link'],
  check: (file) =>
    reportMarks(file, 'further-link', () => ({
      message: 'Parsers keep only the first link of an item.',
    })),
});
