import { wholeFence } from '../parser/document/whole-fence.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const wholeFileFenced = defineRule({
  id: 'whole-file-fenced',
  title: 'Everything is inside a code fence',
  severity: 'error',
  source: 'convention',
  why: 'The file was pasted with the fence that a chat put around it, so all of it is code and no heading is seen.',
  fix: 'Remove the first and the last line with the fence.',
  example: { before: '```markdown\n# Example\n```\n', after: '# Example\n' },
  reads: 'text',
  check(file) {
    const fence = file.title === null ? wholeFence(file.text) : null;
    if (fence === null) return [];
    const edits = [
      { start: fence.open[0], end: fence.open[1], text: '' },
      { start: fence.close[0], end: fence.close[1], text: '' },
    ];
    return [
      {
        at: FILE_START,
        message: 'The whole file stands inside a code fence, so readers see no heading and no link.',
        edits,
      },
    ];
  },
});
