import { defineRule } from '../reporting/define-rule.ts';

export const notText = defineRule({
  id: 'not-text',
  title: 'Not readable as text',
  severity: 'error',
  source: 'spec',
  fix: 'Save the file as plain text in UTF-8.',
  reads: 'answer',
  check(context) {
    if (context.kind !== 'not-text') return [];
    return [{ at: null, message: `This is ${context.looksLike ?? 'not text'}. An llms.txt is plain text in UTF-8.` }];
  },
});
