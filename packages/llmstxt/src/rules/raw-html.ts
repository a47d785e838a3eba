import { isLookTag } from '../parser/inline/plain-text.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const rawHtml = defineRule({
  id: 'raw-html',
  title: 'HTML in the text',
  severity: 'warning',
  source: 'convention',
  why: 'Tags cost tokens and hide links: what stands in an HTML block is not read as Markdown.',
  fix: 'Write it as Markdown.',
  example: {
    before: '<a href="https://example.com/guide">Guide</a>\n',
    after: '- [Guide](https://example.com/guide)\n',
  },
  reads: 'text',
  *check(file) {
    yield* reportMarks(file, 'html', (mark) => ({
      message: `A block of HTML (${shorten(mark.value)}>) stands in the text; links in it are not read.`,
    }));
    yield* reportMarks(file, 'tag', (mark) =>
      isLookTag(mark.value) ? { message: `The tag ${shorten(mark.value)} is HTML, not Markdown.` } : null,
    );
  },
});
