import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

export const sectionWithoutLinks = defineRule({
  id: 'section-without-links',
  title: 'Section without links',
  severity: 'warning',
  source: 'spec',
  fix: 'Add links, or move the text up, under the title.',
  reads: 'text',
  marks: ['section-without-links'],
  check: (file) =>
    reportMarks(file, 'section-without-links', (mark) => ({
      message: `The section "${shorten(mark.value)}" has no links.`,
    })),
});

export const sectionWithoutLinksExample: RuleExample = {
  why: 'A section is a list of links. A section without links gives an agent no links to follow.',
  before: '## About\n\nWe make tools.\n',
  after: '## About\n\n- [About us](https://example.com/about.md)\n',
};
