import { isBlockedStatus } from '../answer/bot-wall.ts';
import { defineRule } from '../reporting/define-rule.ts';

export const notFound = defineRule({
  id: 'not-found',
  title: 'The file is missing',
  severity: 'error',
  source: 'http',
  why: 'An agent that asks for /llms.txt gets nothing, so it reads the site as if there were none.',
  fix: 'Publish the file at /llms.txt and answer 200.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-404-not-found',
  example: { before: 'GET /llms.txt\n404 Not Found\n', after: 'GET /llms.txt\n200 OK\n' },
  reads: 'answer',
  check(context) {
    const status = context.input.response?.status ?? null;
    if (status === null || status < 400 || status >= 500 || isBlockedStatus(status)) return [];
    if (status === 404 || status === 410) {
      return [{ at: null, message: `The server answers ${status}: there is no llms.txt at this address.` }];
    }
    return [
      { at: null, message: `The server answers ${status} for the file, so nobody can read it. It should answer 200.` },
    ];
  },
});
