import { defineRule } from '../reporting/define-rule.ts';
import { findUses } from '../reporting/find-uses.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import type { LlmsFile, Mark } from '../types/file.ts';
import type { TextEdit } from '../types/finding.ts';

/** Matches more marks than a heading of Markdown has. Simple parsers read a section from two marks on. */
const LINE_OF_MARKS = /^#{7,}/gm;

/** Creates edits for one-line headings only: removes the underline and adds marks. */
function underlined(file: LlmsFile, mark: Mark): readonly TextEdit[] {
  const [from, to] = mark.inner ?? [mark.start, mark.end];
  const between = file.text.slice(to, mark.end);
  const words = file.text.slice(from, to);
  const above = file.text.slice(Math.max(0, from - 10), from);
  // Offer no edit for possible front matter, which is a key with its value or a line between dashes.
  if (
    /[\r\n]|^[\w-]+:\s/.test(words) ||
    /---\s*\n$/.test(above) ||
    !/^[ \t]*(?:\r\n|\n|\r)[ \t]*[=-]+[ \t]*$/.test(between)
  )
    return [];
  const level = between.includes('=') ? '# ' : '## ';
  return [
    { start: from, end: from, text: level },
    { start: to, end: mark.end, text: '' },
  ];
}

export const headingForm = defineRule({
  id: 'heading-form',
  title: 'Heading in an unusual form',
  severity: 'info',
  source: 'parser',
  fix: 'Write the heading as # marks, one space and the words, and nothing else.',
  specUrl: 'https://spec.commonmark.org/0.31.2/#atx-headings',
  marks: ['heading-form'],
  *check(file) {
    yield* reportMarks(file, 'heading-form', (mark) => {
      if (mark.value === 'empty') return { message: 'The heading has no words.' };
      if (mark.value === 'setext') {
        return { message: 'Simple parsers do not see an underlined heading.', edits: underlined(file, mark) };
      }
      const [start, end] = mark.inner ?? [mark.start, mark.end];
      const edits = [{ start, end, text: '' }];
      if (mark.value === 'indent') {
        return { message: 'Simple parsers do not see a heading after spaces.', edits };
      }
      const what = mark.value === 'blanks' ? 'spaces' : mark.value === 'closing' ? '# marks' : 'attributes';
      return {
        message: `The ${what} at the end of the heading become part of its text.`,
        edits,
      };
    });
    for (const at of findUses(file.text, LINE_OF_MARKS)) {
      const edits = [{ start: at.start, end: at.end, text: '' }];
      yield { at, message: 'Simple parsers read a line of # marks as a section.', fix: 'Delete the marks.', edits };
    }
  },
});
