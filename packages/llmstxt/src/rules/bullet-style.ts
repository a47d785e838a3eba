import type { Mark } from '../parser/document/marks.ts';
import { clip, marked } from '../reporting/locate.ts';
import { defineRule } from '../types/rule.ts';

/** Not where the rest of the line is dashes, because together they would be a horizontal line. */
function canBeDash(text: string, mark: Mark): boolean {
  return /[^-\s]/.test(text.slice(mark.end, mark.end + 80).split(/[\r\n]/, 1)[0] ?? '');
}

export const bulletStyle = defineRule({
  id: 'bullet-style',
  title: 'Another bullet than -',
  severity: 'info',
  source: 'parser',
  why: 'All bullets are good Markdown, but common readers know only "-" and drop the other items.',
  fix: 'Write "- " before each item.',
  example: { before: '* [Guide](https://example.com/guide.md)\n', after: '- [Guide](https://example.com/guide.md)\n' },
  reads: 'text',
  marks: ['bullet'],
  check: (file) =>
    marked(file, 'bullet', (mark) => ({
      message: `The item starts with "${clip(mark.value)}"; common readers know only "-".`,
      edits: canBeDash(file.text, mark) ? [{ start: mark.start, end: mark.end, text: '-' }] : [],
    })),
});
