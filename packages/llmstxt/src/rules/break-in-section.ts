import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const breakInSection = defineRule({
  id: 'break-in-section',
  title: 'Horizontal rule or comment in a section',
  severity: 'info',
  source: 'parser',
  fix: 'Delete it. The next "## " heading ends the section anyway.',
  marks: ['break', 'comment', 'definition'],
  *check(file) {
    yield* reportMarks(file, 'break', (mark) => ({
      message: 'This section contains a horizontal rule.',
      // Offer no edit before a word, because the break may open front matter.
      edits: /^[ \t]*\r?\n\w/.test(file.text.slice(mark.end, mark.end + 40))
        ? []
        : [{ start: mark.start, end: mark.end, text: '' }],
    }));
    yield* reportMarks(file, 'definition', () => ({
      message: 'This line defines a URL for a label, which simple parsers read as a broken item.',
      fix: 'Write the URL in the link, as [name](url), and delete the line.',
    }));
    yield* reportMarks(file, 'comment', () => ({ message: 'This section contains a comment.' }));
  },
});
