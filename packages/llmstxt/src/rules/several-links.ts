import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const severalLinks = defineRule({
  id: 'several-links',
  title: 'Two links in one item',
  severity: 'warning',
  source: 'parser',
  why: 'Each item has one link; common readers lose the second, and one of them both.',
  fix: 'Give each link an item of its own.',
  example: {
    before: '- [Guide](https://example.com/a.md), [Reference](https://example.com/b.md)\n',
    after: '- [Guide](https://example.com/a.md)\n- [Reference](https://example.com/b.md)\n',
  },
  reads: 'text',
  marks: ['further-link'],
  check: (file) =>
    reportMarks(file, 'further-link', () => ({
      message: 'This is a further link in the same item, and readers take only the first.',
    })),
});
