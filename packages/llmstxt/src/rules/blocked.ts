import { isBlockedStatus } from '../answer/status.ts';
import { defineRule } from '../reporting/define-rule.ts';
import type { RuleExample } from '../types/rule.ts';

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
    const unknown = (message: string) => [{ at: null, message, outcome: 'unknown' as const }];
    if (status === 304)
      return unknown('The server says that nothing has changed and sends no file, so there is nothing to judge.');
    if (context.isBotWall)
      return unknown('A bot check stands in front of the file, so it could not be read or judged.');
    if (status === null || !isBlockedStatus(status)) return [];
    return unknown(`The server answers ${status} to our crawler, so the file could not be read or judged.`);
  },
});

export const blockedExample: RuleExample = {
  why: 'A site may refuse crawlers. That says nothing about its file, so the file is not judged.',
  before: 'GET /llms.txt\n403 Forbidden\n',
  after: 'GET /llms.txt\n200 OK\n',
};
