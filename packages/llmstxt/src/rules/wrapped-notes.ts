import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import type { TextEdit } from '../types/finding.ts';

function unwrapped(text: string, [from, to]: readonly [number, number]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13) {
      at++;
      continue;
    }
    let start = at;
    while (start > from && isBlank(text.charCodeAt(start - 1))) start--;
    while (at < to && isBlank(text.charCodeAt(at))) at++;
    // A backslash at the line's end is a hard break; before a blank it would become a letter.
    if (text.charCodeAt(start - 1) === 92) start--;
    edits.push({ start, end: at, text: ' ' });
  }
  return edits;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

export const wrappedNotes = defineRule({
  id: 'wrapped-notes',
  title: 'Notes over several lines',
  severity: 'info',
  source: 'parser',
  why: 'Common readers look at one line at a time: the rest of the notes is lost, or the whole file is.',
  fix: 'Write each item on one line.',
  example: {
    before: '- [Guide](https://example.com/guide.md): how\n  to start\n',
    after: '- [Guide](https://example.com/guide.md): how to start\n',
  },
  reads: 'text',
  marks: ['wrapped-notes'],
  check: (file) =>
    reportMarks(file, 'wrapped-notes', (mark) => ({
      message: 'The notes go on in the next line, which common readers do not see.',
      edits: mark.inner === null ? [] : unwrapped(file.text, mark.inner),
    })),
});
