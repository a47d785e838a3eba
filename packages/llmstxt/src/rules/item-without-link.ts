import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const itemWithoutLink = defineRule({
  id: 'item-without-link',
  title: 'A list item without a link',
  severity: 'warning',
  source: 'spec',
  why: 'Each item of a section must hold a link with a name. Common readers drop an item without one, or give up on the file.',
  fix: 'Write "- [name](url)" and, if you like, ": " and notes.',
  example: { before: '- Our guide\n', after: '- [Our guide](https://example.com/guide.md)\n' },
  reads: 'text',
  marks: ['item-without-link'],
  check: (file) =>
    reportMarks(file, 'item-without-link', () => ({
      message: 'This list item has no link, and every item of a section needs one.',
    })),
});
