import { defineRule } from '../rule.ts';

export const summaryMisplaced = defineRule({
  id: 'summary-misplaced',
  title: 'The summary is not under the name',
  severity: 'warning',
  source: 'spec',
  why: 'Readers take the quote right after the name as the summary; anywhere else it is ordinary text to them.',
  fix: 'Move the quote up, directly under the name.',
  example: {
    before: '# Example\n\nSome text.\n\n> What the site is.\n',
    after: '# Example\n\n> What the site is.\n\nSome text.\n',
  },
  reads: 'text',
  check(file) {
    if (file.summary === null || file.summary.inPlace || file.title === null) return [];
    return [
      {
        at: file.summary,
        message:
          'The quote with the summary does not stand right under the name, so readers do not take it as the summary.',
      },
    ];
  },
});
