import { endsLine } from '../parser/characters.ts';
import { defineRule } from '../reporting/define-rule.ts';
import type { TextEdit } from '../types/finding.ts';

function toLineFeeds(text: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    edits.push({ start: at, end: at + 1, text: endsLine(text, at) ? '\n' : '' });
  }
  return edits;
}

export const crlf = defineRule({
  id: 'crlf',
  title: 'Windows or classic Mac line endings',
  severity: 'info',
  source: 'parser',
  fix: 'Save the file with Unix line endings (LF).',
  reads: 'text',
  check(file) {
    const count = file.carriageReturns;
    if (count === 0) return [];
    const end = file.text.indexOf('\r');
    const at = { start: 0, end, line: 1, column: 1 };
    const message = `${count === 1 ? '1 line ends' : `${count} lines end`} with a carriage return, which some parsers keep in titles and names.`;
    return [{ at, message, edits: count <= file.marks.max ? toLineFeeds(file.text) : [] }];
  },
});
