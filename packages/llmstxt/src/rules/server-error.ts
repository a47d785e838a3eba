import { isBlockedStatus, isTemporaryStatus } from '../answer/status.ts';
import { defineRule } from '../reporting/define-rule.ts';
import type { FetchFailure } from '../types/facts.ts';

/** Failures after a response came. Failures before a response are `dns-fault`, `tls-fault` and `no-answer`. */
const FAILURES: Partial<Readonly<Record<FetchFailure, string>>> = {
  'refused-url': 'The URL redirects to a URL that agents cannot open. Answer with the file itself.',
  'too-many-redirects': 'The URL redirects too many times; agents give up after five. Answer with the file itself.',
  'bad-redirect':
    'The URL redirects to something other than a web address on the usual port. Answer with the file itself.',
  decoding: 'The body is not in the content encoding that its header names.',
};

export const serverError = defineRule({
  id: 'server-error',
  title: 'Server error',
  severity: 'error',
  source: 'http',
  fix: 'Check the server log for this URL. The file should answer with status 200 within a few seconds.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-server-error-5xx',
  needs: 'request',
  reads: 'answer',
  check(context) {
    const response = context.input.response;
    if (response === undefined) return [];
    if (response.failure !== null) {
      const message = FAILURES[response.failure];
      return message === undefined ? [] : [{ at: null, message }];
    }
    const status = response.status ?? 0;
    if (isBlockedStatus(status) || context.isBotWall) return [];
    if (isTemporaryStatus(status) || status < 200) {
      return [{ at: null, message: `The server answers ${status} instead of the file.` }];
    }
    if (status >= 300 && status < 400 && status !== 304) {
      return [{ at: null, message: `The server answers ${status}, but the redirect leads nowhere.` }];
    }
    return [];
  },
});
