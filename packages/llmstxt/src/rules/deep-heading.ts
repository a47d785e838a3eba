import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const deepHeading = defineRule({
  id: 'deep-heading',
  title: 'Heading deeper than ##',
  severity: 'warning',
  source: 'spec',
  fix: 'Turn it into a "## " section or a list item.',
  marks: ['deep-heading'],
  check: (file) =>
    reportMarks(file, 'deep-heading', (mark) => ({
      message: `"${shorten(mark.value)}" is below level two, the level of sections.`,
    })),
});
