import { defineRule } from '../reporting/define-rule.ts';

export const wwwDiffers = defineRule({
  id: 'www-differs',
  title: 'Different files with and without www',
  severity: 'warning',
  source: 'http',
  fix: 'Redirect one of the two hosts to the other.',
  needs: 'both hosts',
  reads: 'answer',
  check(context) {
    if (context.input.wwwDiffers !== true) return [];
    return [{ at: null, message: 'The host with www and the host without it serve different files.' }];
  },
});
