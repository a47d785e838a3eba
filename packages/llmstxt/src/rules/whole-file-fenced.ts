import { findWholeFence } from '../parser/document/find-whole-fence.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';
import type { RuleExample } from '../types/rule.ts';

export const wholeFileFenced = defineRule({
  id: 'whole-file-fenced',
  title: 'Whole file in a code fence',
  severity: 'error',
  source: 'convention',
  fix: 'Delete the fence: the first and the last line.',
  reads: 'text',
  check(file) {
    const fence = file.title === null ? findWholeFence(file.text) : null;
    if (fence === null) return [];
    const edits = [
      { start: fence.open[0], end: fence.open[1], text: '' },
      { start: fence.close[0], end: fence.close[1], text: '' },
    ];
    return [
      {
        at: FILE_START,
        message: 'The whole file is inside a code fence, so parsers see no headings and no links.',
        edits,
      },
    ];
  },
});

export const wholeFileFencedExample: RuleExample = {
  why: 'The file was pasted with the code fence that a chat put around it, so all of it is code.',
  before: '```markdown\n# Example\n```\n',
  after: '# Example\n',
};
