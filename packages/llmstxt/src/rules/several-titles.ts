import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const severalTitles = defineRule({
  id: 'several-titles',
  title: 'More than one name',
  severity: 'warning',
  source: 'spec',
  why: 'The format has one level-one heading, the name. Readers take the first and fold the others into the text.',
  fix: 'Keep one "# " heading and write the others with "## ".',
  example: { before: '# Example\n\n# Docs\n', after: '# Example\n\n## Docs\n' },
  reads: 'text',
  marks: ['further-title'],
  check: (file) =>
    reportMarks(file, 'further-title', (mark) => ({
      message: `A second level-one heading, "${shorten(mark.value)}". The file has one name; this should be a section.`,
      edits:
        mark.inner !== null && file.text.charCodeAt(mark.start) === 35
          ? [{ start: mark.start, end: mark.start, text: '#' }]
          : [],
    })),
});
