import { isBlockedStatus } from '../answer/status.ts';
import { defineRule } from '../reporting/define-rule.ts';

export const blocked = defineRule({
  id: 'blocked',
  title: 'Our crawler was blocked',
  severity: 'info',
  source: 'http',
  fix: 'To be listed, allow the user agent of this directory to read /llms.txt.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-403-forbidden',
  needs: 'request',
  reads: 'answer',
  check(context) {
    const status = context.input.response?.status ?? null;
    const unknown = (message: string, fix?: string) => [{ at: null, message, fix, outcome: 'unknown' as const }];
    if (status === 304)
      return unknown(
        'The server reports that nothing has changed and sends no file, so we could not judge the file.',
        'Answer 304 only to requests with If-None-Match or If-Modified-Since.',
      );
    if (context.isBotWall) return unknown('A bot check blocks the file, so we could not read or judge the file.');
    if (status === null || !isBlockedStatus(status)) return [];
    const message = `The server answers ${status} to our crawler, so we could not read or judge the file.`;
    return unknown(message, status === 429 ? 'Raise the rate limit for the user agent of this directory.' : undefined);
  },
});
