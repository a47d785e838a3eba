import { defineRule } from '../reporting/define-rule.ts';
import type { RuleExample } from '../types/rule.ts';

export const emptyBody = defineRule({
  id: 'empty-body',
  title: 'Empty file',
  severity: 'error',
  source: 'spec',
  fix: 'Write at least "# " and the name of the site.',
  reads: 'answer',
  check(context) {
    const none = context.kind === 'none' && context.input.response?.status === 204;
    if (context.kind !== 'empty' && !none && !(context.input.body === null && context.input.response === undefined))
      return [];
    return [
      {
        at: null,
        message: 'The file is empty. Its one required part is a heading with the title.',
      },
    ];
  },
});

export const emptyBodyExample: RuleExample = {
  why: 'There is nothing to read. The one required part is a heading with the title.',
  before: '\n',
  after: '# Example\n',
};
