import { defineRule } from '../types/rule.ts';

export const emptyBody = defineRule({
  id: 'empty-body',
  title: 'The file is empty',
  severity: 'error',
  source: 'spec',
  why: 'There is nothing to read. The one required part is a heading with the name.',
  fix: 'Write at least "# " and the name of the site.',
  example: { before: '\n', after: '# Example\n' },
  reads: 'answer',
  check(subject) {
    const none = subject.kind === 'none' && subject.input.response?.status === 204;
    if (subject.kind !== 'empty' && !none && !(subject.input.body === null && subject.input.response === undefined))
      return [];
    return [
      {
        at: null,
        message: 'The file holds nothing but white space. Its one required part is a heading with the name.',
      },
    ];
  },
});
