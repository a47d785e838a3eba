import { isLookTag } from '../parser/inline/plain-text.ts';
import { clip, marked } from '../reporting/locate.ts';
import { defineRule } from '../types/rule.ts';

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
    yield* marked(file, 'html', (mark) => ({
      message: `A block of HTML (${clip(mark.value)}>) stands in the text; links in it are not read.`,
    }));
    yield* marked(file, 'tag', (mark) =>
      isLookTag(mark.value) ? { message: `The tag ${clip(mark.value)} is HTML, not Markdown.` } : null,
    );
  },
});
