import { defineRule } from '../reporting/define-rule.ts';

export const plainHttp = defineRule({
  id: 'plain-http',
  title: 'Served without encryption only',
  severity: 'warning',
  source: 'http',
  why: 'Over http anybody on the way can change what agents read about the site.',
  fix: 'Serve the site over https with a valid certificate.',
  example: { before: 'http://example.com/llms.txt\n', after: 'https://example.com/llms.txt\n' },
  reads: 'answer',
  check(context) {
    if (context.input.response?.plainHttp !== true) return [];
    return [{ at: null, message: 'The file could be reached over http only, not over https.' }];
  },
});
