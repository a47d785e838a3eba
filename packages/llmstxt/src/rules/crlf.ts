import { defineRule } from '../reporting/define-rule.ts';
import type { TextEdit } from '../types/finding.ts';

function toLineFeeds(text: string): readonly TextEdit[] {
  const lineEnds = text.matchAll(/\r(\n?)/g);
  return Array.from(lineEnds, ({ index, 1: feed }) => ({ start: index, end: index + 1, text: feed ? '' : '\n' }));
}

export const crlf = defineRule({
  id: 'crlf',
  title: 'Windows or classic Mac line endings',
  severity: 'info',
  source: 'parser',
  fix: 'Save the file with Unix line endings (LF).',
  check(file) {
    const count = file.carriageReturns;
    if (count === 0) return [];
    const end = file.text.indexOf('\r');
    const at = { start: 0, end, line: 1, column: 1 };
    const message = `Lines that end with a carriage return: ${count}. Some parsers keep it in titles and names.`;
    return [{ at, message, edits: count <= file.marks.max ? toLineFeeds(file.text) : [] }];
  },
});
