import { isSuccess } from '../answer/status.ts';
import { defineRule } from '../reporting/define-rule.ts';

export const emptyBody = defineRule({
  id: 'empty-body',
  title: 'Empty file',
  severity: 'error',
  source: 'spec',
  fix: 'Write at least "# " and the name of the site.',
  reads: 'answer',
  check(context) {
    const { body, response } = context.input;
    const isMissing = body === null && (response === undefined || isSuccess(response.status ?? 0));
    if (context.kind !== 'empty' && !isMissing) return [];
    return [
      {
        at: null,
        message: 'The file is empty. Its one required part is a heading with the title.',
      },
    ];
  },
});
