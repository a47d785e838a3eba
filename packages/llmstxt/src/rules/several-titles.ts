import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

export const severalTitles = defineRule({
  id: 'several-titles',
  title: 'More than one # title',
  severity: 'warning',
  source: 'spec',
  fix: 'Keep one "# " heading and write the others with "## ".',
  reads: 'text',
  marks: ['further-title'],
  check: (file) =>
    reportMarks(file, 'further-title', (mark) => ({
      message: `"${shorten(mark.value)}" is another level-one heading. A file has one title; this should be a section.`,
      edits: file.text.startsWith('#', mark.start) ? [{ start: mark.start, end: mark.start, text: '#' }] : [],
    })),
});

export const severalTitlesExample: RuleExample = {
  why: 'The format has one level-one heading, the title. Parsers take the first and treat the others as text.',
  before: '# Example\n\n# Docs\n',
  after: '# Example\n\n## Docs\n',
};
