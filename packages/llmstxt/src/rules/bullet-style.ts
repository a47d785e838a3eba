import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';
import type { Mark } from '../types/file.ts';

/** Reports whether a bullet can become a dash. If the item consists of dashes, the line would become a horizontal rule. */
function canBeDash(text: string, mark: Mark): boolean {
  return /[^-\s]/.test(text.slice(mark.end, mark.end + 80).split(/[\r\n]/, 1)[0] ?? '');
}

export const bulletStyle = defineRule({
  id: 'bullet-style',
  title: 'Bullet other than -',
  severity: 'info',
  source: 'parser',
  fix: 'Start each item with "- ".',
  marks: ['bullet'],
  check: (file) =>
    reportMarks(file, 'bullet', (mark) => ({
      message: `The item starts with "${shorten(mark.value)}"; common parsers accept only "-".`,
      edits: canBeDash(file.text, mark) ? [{ start: mark.start, end: mark.end, text: '-' }] : [],
    })),
});
