import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const byteOrderMark = defineRule({
  id: 'byte-order-mark',
  title: 'A byte-order mark',
  severity: 'info',
  source: 'parser',
  why: 'The format allows the mark, but a common reader then does not see the first heading.',
  fix: 'Save the file as UTF-8 without a byte-order mark.',
  example: { before: '\\uFEFF# Example\n', after: '# Example\n' },
  reads: 'text',
  check(file) {
    if (file.text.charCodeAt(0) !== 0xfeff) return [];
    const message =
      'The file begins with a byte-order mark, which is legal but hides the first heading from some readers.';
    return [{ at: { ...FILE_START, end: 1 }, message, edits: [{ start: 0, end: 1, text: '' }] }];
  },
});
