import { defineRule } from '../reporting/define-rule.ts';
import type { RuleExample } from '../types/rule.ts';

export const noSummary = defineRule({
  id: 'no-summary',
  title: 'No summary',
  severity: 'info',
  source: 'convention',
  fix: 'Under the title, write "> " and one sentence about the site.',
  reads: 'text',
  check(file) {
    if (file.title === null || file.document.summary !== null) return [];
    return [{ at: file.title, message: 'There is no quote with a summary under the title.' }];
  },
});

export const noSummaryExample: RuleExample = {
  why: 'A quote under the title describes the site in one sentence, so an agent can decide to read on.',
  before: '# Example\n\n## Docs\n',
  after: '# Example\n\n> What the site is, in a sentence.\n\n## Docs\n',
};
