import { defineRule } from '../reporting/define-rule.ts';
import type { RuleExample } from '../types/rule.ts';

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

export const wwwDiffersExample: RuleExample = {
  why: 'Agents request either host, and get different files for the same site.',
  before: 'https://example.com/llms.txt\nhttps://www.example.com/llms.txt (another text)\n',
  after: 'https://www.example.com/llms.txt\n301 → https://example.com/llms.txt\n',
};
