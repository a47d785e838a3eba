import { defineRule } from '../reporting/define-rule.ts';
import type { FetchFailure } from '../types/facts.ts';

const FAILURES: Partial<Readonly<Record<FetchFailure, string>>> = {
  connect: 'The server does not accept connections. Check that it listens on port 443.',
  timeout: 'The server did not send the file in time. It should answer within a few seconds.',
  reset: 'The server closed the connection before it had sent the file.',
  protocol: 'The server sent something that is not an HTTP response.',
  'too-large': 'The response headers are larger than clients accept.',
};

export const noAnswer = defineRule({
  id: 'no-answer',
  title: 'No answer from the server',
  severity: 'error',
  source: 'http',
  fix: 'Check that the server runs, listens on port 443, and answers from outside your network.',
  needs: 'request',
  reads: 'answer',
  check({ input }) {
    const failure = input.response?.failure ?? null;
    const message = failure === null ? undefined : FAILURES[failure];
    return message === undefined ? [] : [{ at: null, message }];
  },
});
