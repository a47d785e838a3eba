import { isBlockedStatus, isBotWall } from '../answer/bot-wall.ts';
import { defineRule } from '../reporting/define-rule.ts';
import type { FetchFailure } from '../types/facts.ts';

const FAILURES: Readonly<Record<Exclude<FetchFailure, 'tls'>, string>> = {
  dns: 'The domain name has no address, so nobody can reach the file. Check the DNS records of the domain.',
  'refused-url': 'The URL redirects to one that no agent would open. Answer with the file itself.',
  'refused-address':
    'The domain name points to an address that is not on the public internet. Check the DNS records of the domain.',
  connect: 'The server does not accept connections. Check that it listens on port 443.',
  timeout: 'The server did not send the file in time. It should answer within a few seconds.',
  reset: 'The server closed the connection before it had sent the file.',
  protocol: 'The server sent something that is not an HTTP response.',
  'too-many-redirects': 'The URL redirects too many times; agents give up after five. Answer with the file itself.',
  'bad-redirect': 'The URL redirects to something that is not a web address. Answer with the file itself.',
  'too-large': 'The response headers are larger than clients accept.',
  decoding: 'The body is not in the content encoding that its header names.',
};

export const serverError = defineRule({
  id: 'server-error',
  title: 'Server error',
  severity: 'error',
  source: 'http',
  why: 'Without an answer, an agent cannot use the file, and after a few tries it stops asking.',
  fix: 'Check the server log for this URL. The file should answer with status 200 within a few seconds.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-server-error-5xx',
  example: { before: 'GET /llms.txt\n503 Service Unavailable\n', after: 'GET /llms.txt\n200 OK\n' },
  reads: 'answer',
  check(context) {
    const response = context.input.response;
    if (response === undefined) return [];
    if (response.failure !== null) {
      return response.failure === 'tls' ? [] : [{ at: null, message: FAILURES[response.failure] }];
    }
    const status = response.status ?? 0;
    if (isBlockedStatus(status) || isBotWall(context)) return [];
    if (status >= 500 || status < 200) {
      return [{ at: null, message: `The server answers ${status} instead of the file.` }];
    }
    if (status >= 300 && status < 400 && status !== 304) {
      return [{ at: null, message: `The server answers ${status}, but the redirect leads nowhere.` }];
    }
    return [];
  },
});
