import { defineRule } from '../reporting/define-rule.ts';
import type { RuleExample } from '../types/rule.ts';

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
    return [{ at: null, message: `/llms-full.txt is ${what}. It should be text, or not exist.` }];
  },
});

export const fullFileFaultExample: RuleExample = {
  why: 'Agents request /llms-full.txt to read the whole documentation in one file. A web page or an empty file wastes a request.',
  before: 'GET /llms-full.txt\n200 OK, text/html\n',
  after: 'GET /llms-full.txt\n404 Not Found\n',
};
