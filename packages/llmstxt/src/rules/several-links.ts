import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import type { RuleExample } from '../types/rule.ts';

export const severalLinks = defineRule({
  id: 'several-links',
  title: 'More than one link in an item',
  severity: 'warning',
  source: 'parser',
  fix: 'Give each link its own item.',
  reads: 'text',
  marks: ['further-link'],
  check: (file) =>
    reportMarks(file, 'further-link', () => ({
      message: 'This is another link in the same item. Parsers keep only the first link.',
    })),
});

export const severalLinksExample: RuleExample = {
  why: 'Each item has one link. Common parsers lose the second link, and one parser loses both links.',
  before: '- [Guide](https://example.com/a.md), [Reference](https://example.com/b.md)\n',
  after: '- [Guide](https://example.com/a.md)\n- [Reference](https://example.com/b.md)\n',
};
