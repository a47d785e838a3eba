import { isSuccess } from '../answer/status.ts';
import { defineRule } from '../reporting/define-rule.ts';

export const otherStatus = defineRule({
  id: 'other-status',
  title: 'Status other than 200',
  severity: 'error',
  source: 'http',
  fix: 'Answer with status 200 and the whole file.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-successful-2xx',
  needs: 'request',
  reads: 'answer',
  check(context) {
    const status = context.input.response?.status ?? null;
    if (status === null || status < 200 || status >= 300 || isSuccess(status)) return [];
    return [
      { at: null, message: `The server answers ${status}. Only status 200 means that the response is the whole file.` },
    ];
  },
});
