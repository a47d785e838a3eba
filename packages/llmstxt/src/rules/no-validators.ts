import { defineRule } from '../reporting/define-rule.ts';

export const noValidators = defineRule({
  id: 'no-validators',
  title: 'No ETag or Last-Modified header',
  severity: 'info',
  source: 'http',
  fix: 'Configure the server to send an ETag or a Last-Modified header.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-validator-fields',
  needs: 'response',
  reads: 'answer',
  check(context) {
    const { response } = context.input;
    if (response === undefined || response.failure !== null || response.status !== 200) return [];
    if (response.headers['etag'] !== undefined || response.headers['last-modified'] !== undefined) return [];
    return [{ at: null, message: 'The response has neither an ETag nor a Last-Modified header.' }];
  },
});
