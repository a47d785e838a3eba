import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';
import type { Span } from '../types/document.ts';

const OPTIONAL = /^optional(?:\s+(?:links|resources|reading|pages|docs))?$/i;
/** Matches characters around the words, and a remark or attributes after the words. The lookbehind keeps the time linear. */
const DECORATION = /^[^\p{L}]+|(?<=\p{L})[^\p{L}]*(?:[({].*)?$/gu;

/** Returns a heading as written, without closing marks. */
function writtenAt(text: string, { start, end }: Span): string {
  const [line = ''] = text.slice(start, end).split(/[\r\n]/, 1);
  return line.replace(/(?:\s+#*)?\s*$/, '');
}

/** Matches headings that differ only by case and marks. Other words are the author's, so they have no fix. */
const FIXABLE = /^##[ \t]*[*_`(:]{0,3}optional[*_`):.]{0,4}$/i;

export const optionalSpelling = defineRule({
  id: 'optional-spelling',
  title: 'Misspelled Optional section',
  severity: 'info',
  source: 'parser',
  fix: 'Write the heading as "## Optional".',
  *check(file) {
    const { sections } = file.document;
    // Correct one heading, because common parsers keep only the last section with a title.
    let isNamed = sections.some(({ optional, level }) => optional && level === 2);
    for (const { title, level, optional, span } of sections) {
      if (optional && level === 2) continue;
      if (!OPTIONAL.test(title.normalize('NFKC').replace(DECORATION, ''))) continue;
      const written = writtenAt(file.text, span);
      const message = `Agents skip only a section named exactly "## Optional", not "${shorten(written)}".`;
      const edit = { start: span.start, end: span.start + written.length, text: '## Optional' };
      const isFixable = !isNamed && FIXABLE.test(written);
      isNamed ||= isFixable;
      yield { at: span, message, edits: isFixable ? [edit] : [] };
    }
  },
});
