import { isBlockedStatus, isGone, isTemporaryStatus } from '../answer/status.ts';
import { defineRule } from '../reporting/define-rule.ts';

export const notFound = defineRule({
  id: 'not-found',
  title: 'File not found',
  severity: 'error',
  source: 'http',
  fix: 'Publish the file at /llms.txt and answer with status 200.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-404-not-found',
  needs: 'request',
  reads: 'answer',
  check(context) {
    const status = context.input.response?.status ?? null;
    if (status === null || status < 400 || isTemporaryStatus(status) || isBlockedStatus(status)) return [];
    if (isGone(status)) {
      return [{ at: null, message: `The server answers ${status}: there is no llms.txt at this URL.` }];
    }
    return [{ at: null, message: `The server answers ${status} instead of the file. It should answer 200.` }];
  },
});
