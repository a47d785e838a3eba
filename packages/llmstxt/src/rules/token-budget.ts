import { groupDigits } from '../group-digits.ts';
import { defineRule } from '../reporting/define-rule.ts';

const MAX_TOKENS = 32_000;

export const tokenBudget = defineRule({
  id: 'token-budget',
  title: 'Very long file',
  severity: 'info',
  source: 'convention',
  fix: 'Keep the most useful links here, and move the rest to other llms.txt files that this one links to.',
  check(file) {
    const { tokens } = file.document;
    if (tokens <= MAX_TOKENS) return [];
    return [
      {
        at: null,
        message: `The file is about ${groupDigits(tokens)} tokens long. More than ${groupDigits(MAX_TOKENS)} leave little room for its pages.`,
      },
    ];
  },
});
