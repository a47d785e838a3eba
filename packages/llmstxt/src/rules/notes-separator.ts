import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const notesSeparator = defineRule({
  id: 'notes-separator',
  title: 'Notes that do not follow a colon',
  severity: 'warning',
  source: 'parser',
  why: 'Notes come after ": "; after a dash or anything else common readers lose them, and one of them the link too.',
  fix: 'Write ": " between the link and its notes.',
  example: {
    before: '- [Guide](https://example.com/guide.md) - how to start\n',
    after: '- [Guide](https://example.com/guide.md): how to start\n',
  },
  reads: 'text',
  marks: ['separator'],
  check: (file) =>
    reportMarks(file, 'separator', (mark) => ({
      message: `Notes follow ${mark.value === '' ? 'without a colon' : `"${shorten(mark.value)}" instead of a colon`}, so common readers lose them.`,
      edits: mark.inner === null ? [] : [{ start: mark.inner[0], end: mark.inner[1], text: ': ' }],
    })),
});
