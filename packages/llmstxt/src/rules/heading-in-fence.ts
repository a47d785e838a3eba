import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const headingInFence = defineRule({
  id: 'heading-in-fence',
  title: 'A heading inside code',
  severity: 'warning',
  source: 'parser',
  why: 'Simple readers cut the file at every line that starts with ##, inside a block of code too.',
  fix: 'Indent the line in the code by a blank, or use another example.',
  example: { before: '```\n## Docs\n```\n', after: '```\n ## Docs\n```\n' },
  reads: 'text',
  marks: ['heading-in-fence'],
  check: (file) =>
    reportMarks(file, 'heading-in-fence', (mark) => ({
      message: 'A line in a block of code starts with ##; simple readers take it for a section.',
      edits: [{ start: mark.start, end: mark.start, text: ' ' }],
    })),
});
