import { defineRule } from '../reporting/define-rule.ts';

export const plainHttp = defineRule({
  id: 'plain-http',
  title: 'Not available over HTTPS',
  severity: 'warning',
  source: 'http',
  fix: 'Serve the site over HTTPS with a valid certificate.',
  needs: 'response',
  reads: 'answer',
  check(context) {
    if (context.input.response?.plainHttp !== true) return [];
    return [{ at: null, message: 'The file came over HTTP, not over HTTPS.' }];
  },
});
