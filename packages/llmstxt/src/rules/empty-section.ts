import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

export const emptySection = defineRule({
  id: 'empty-section',
  title: 'Empty section',
  severity: 'warning',
  source: 'spec',
  fix: 'Add links under the heading, or delete it.',
  reads: 'text',
  marks: ['empty-section'],
  check: (file) =>
    reportMarks(file, 'empty-section', (mark) => ({
      message: `There is nothing under "${shorten(mark.value)}".`,
    })),
});

export const emptySectionExample: RuleExample = {
  why: 'A heading without content gives an agent no information.',
  before: '## Docs\n\n## Blog\n\n- [Posts](https://example.com/blog.md)\n',
  after: '## Blog\n\n- [Posts](https://example.com/blog.md)\n',
};
