import { defineRule } from '../reporting/define-rule.ts';
import type { Span } from '../types/document.ts';
import type { LlmsFile, Quote } from '../types/file.ts';
import type { TextEdit } from '../types/finding.ts';

export const summaryMisplaced = defineRule({
  id: 'summary-misplaced',
  title: 'Summary not under the title',
  severity: 'warning',
  source: 'spec',
  fix: 'Move the quote up, directly under the title.',
  check(file) {
    if (file.summary === null || file.summary.inPlace || file.title === null) return [];
    return [
      {
        at: file.summary,
        message: 'The quote with the summary is not directly under the title, so parsers do not find it.',
        edits: moved(file, file.summary, file.title),
      },
    ];
  },
});

/** Moves the quote, with the blank lines after it, under the title. */
function moved({ text }: LlmsFile, quote: Quote, title: Span): readonly TextEdit[] {
  const start = quote.start - quote.column + 1;
  const end = quote.end + (/^(?:[ \t]*(?:\r?\n|$))*/.exec(text.slice(quote.end))?.[0].length ?? 0);
  const lineEnd = text.startsWith('\r\n', title.end) ? '\r\n' : '\n';
  const after = /^[ \t]*\r?\n[ \t]*(?:\r?\n|$)/.test(text.slice(title.end)) ? '' : lineEnd;
  // Dashes must not follow a paragraph directly, because they would underline it.
  const isUnderText = start > 0 && !/\n\r?\n$/.test(text.slice(0, start));
  return [
    { start: title.end, end: title.end, text: `${lineEnd}${lineEnd}${text.slice(start, quote.end)}${after}` },
    { start, end, text: isUnderText ? lineEnd : '' },
  ];
}
