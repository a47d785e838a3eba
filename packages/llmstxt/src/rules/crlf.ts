import { defineRule } from '../reporting/define-rule.ts';
import type { TextEdit } from '../types/finding.ts';

function toLineFeeds(text: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    const feed = text.charCodeAt(at + 1) === 10;
    edits.push({ start: at, end: at + 1, text: feed ? '' : '\n' });
  }
  return edits;
}

export const crlf = defineRule({
  id: 'crlf',
  title: 'Line ends of Windows or old Macs',
  severity: 'info',
  source: 'parser',
  why: 'Readers that cut at line feeds keep the carriage return in names and titles; one that is alone is no line end to them at all.',
  fix: 'Save the file with Unix line ends (LF).',
  example: { before: '# Example\\r\\n', after: '# Example\n' },
  reads: 'text',
  check(file) {
    const { crlf, cr } = file.lineEnds;
    if (crlf + cr === 0) return [];
    const end = file.text.indexOf('\r');
    const at = { start: 0, end, line: 1, column: 1 };
    const message = `${crlf + cr} lines end with a carriage return, which some readers keep in names and titles.`;
    return [{ at, message, edits: crlf + cr <= file.marks.max ? toLineFeeds(file.text) : [] }];
  },
});
