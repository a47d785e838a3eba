import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const breakInSection = defineRule({
  id: 'break-in-section',
  title: 'A line or comment in a section',
  severity: 'info',
  source: 'parser',
  why: 'Horizontal lines and comments are good Markdown, but one common reader gives up on the whole file when it meets one in a section.',
  fix: 'Take it out; the next "## " heading ends the section anyway.',
  example: {
    before: '- [Guide](https://example.com/guide.md)\n\n---\n\n## Blog\n',
    after: '- [Guide](https://example.com/guide.md)\n\n## Blog\n',
  },
  reads: 'text',
  marks: ['break', 'comment'],
  *check(file) {
    yield* reportMarks(file, 'break', (mark) => ({
      message: 'A horizontal line stands in a section.',
      edits: [{ start: mark.start, end: mark.end, text: '' }],
    }));
    yield* reportMarks(file, 'comment', () => ({ message: 'A comment stands in a section.' }));
  },
});
