import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const headingInFence = defineRule({
  id: 'heading-in-fence',
  title: 'Heading inside a code block',
  severity: 'warning',
  source: 'parser',
  fix: 'Indent that line by one space, or use another example.',
  marks: ['heading-in-fence'],
  check: (file) =>
    reportMarks(file, 'heading-in-fence', (mark) => ({
      message: 'A line in a code block starts with ##. Simple parsers read it as a section.',
      edits: [{ start: mark.start, end: mark.start, text: ' ' }],
    })),
});
