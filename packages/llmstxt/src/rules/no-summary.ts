import { defineRule } from '../reporting/define-rule.ts';

export const noSummary = defineRule({
  id: 'no-summary',
  title: 'No summary',
  severity: 'info',
  source: 'convention',
  fix: 'Under the title, write "> " and one sentence about the site.',
  check(file) {
    if (file.title === null || file.document.summary !== null) return [];
    return [{ at: file.title, message: 'There is no quote with a summary under the title.' }];
  },
});
