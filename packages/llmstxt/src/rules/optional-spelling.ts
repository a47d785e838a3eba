import { defineRule } from '../reporting/define-rule.ts';
import { headingSpan } from '../reporting/locate.ts';
import { MAX_QUOTED } from '../reporting/shorten.ts';
import type { Span } from '../types/document.ts';
import type { TextEdit } from '../types/finding.ts';

const OPTIONAL = /^optional(?:\s+(?:links|resources|reading|pages|docs))?$/i;
/** Characters around the word. */
const DECORATION = /^[^\p{L}]+|[^\p{L}]+$/gu;

/** Heading as written, without closing marks. */
function writtenAt(text: string, { start, end }: Span): string {
  const [line = ''] = text.slice(start, Math.min(end, start + MAX_QUOTED)).split(/[\r\n]/, 1);
  return line.replace(/(?:\s+#*)?\s*$/, '');
}

/** Fix only case and marks, because other words are the author's. */
function rename(written: string, start: number): readonly TextEdit[] {
  const found = /^(#+[ \t]*)[*_`(:]{0,3}optional[*_`):.]{0,4}$/i.exec(written);
  const from = start + (found?.[1]?.length ?? 0);
  return found === null ? [] : [{ start: from, end: start + written.length, text: 'Optional' }];
}

export const optionalSpelling = defineRule({
  id: 'optional-spelling',
  title: 'Misspelled Optional section',
  severity: 'info',
  source: 'parser',
  fix: 'Write the heading as "## Optional".',
  reads: 'text',
  *check(file) {
    for (const { title, level, optional, span } of file.document.sections) {
      if (optional && level === 2) continue;
      if (!OPTIONAL.test(title.replace(DECORATION, ''))) continue;
      const written = writtenAt(file.text, span);
      const message = `Agents skip only a section named exactly "## Optional", not "${written}".`;
      yield { at: headingSpan(span), message, edits: level === 2 ? rename(written, span.start) : [] };
    }
  },
});
