import { defineRule } from '../reporting/define-rule.ts';
import type { RuleExample } from '../types/rule.ts';

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

export const notTextExample: RuleExample = {
  why: 'An llms.txt is UTF-8 text. Agents cannot read text that they cannot decode.',
  before: '\\x00\\x01\\x02\\x03\n',
  after: '# Example\n',
};
