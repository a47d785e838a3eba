import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const byteOrderMark = defineRule({
  id: 'byte-order-mark',
  title: 'Byte-order mark',
  severity: 'info',
  source: 'parser',
  fix: 'Save the file as UTF-8 without a byte-order mark.',
  check(file) {
    if (file.text.charCodeAt(0) !== 0xfeff) return [];
    const message = 'The file starts with a byte-order mark, which hides the first heading from some parsers.';
    return [{ at: { ...FILE_START, end: 1 }, message, edits: [{ start: 0, end: 1, text: '' }] }];
  },
});
