import { defineRule } from '../reporting/define-rule.ts';

export const fullFileFault = defineRule({
  id: 'full-file-fault',
  title: 'llms-full.txt is not text',
  severity: 'warning',
  source: 'convention',
  fix: 'Publish the text there, or answer 404.',
  needs: 'full file',
  reads: 'answer',
  check(context) {
    const { fullFile } = context.input;
    if (fullFile === undefined || fullFile === null || (fullFile.kind !== 'html' && fullFile.kind !== 'empty'))
      return [];
    const what = fullFile.kind === 'html' ? 'a web page' : 'empty';
    return [{ at: null, message: `/llms-full.txt is ${what}. It must be text, or be absent.` }];
  },
});
