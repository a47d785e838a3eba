import { defineRule } from '../reporting/define-rule.ts';

const MAX_TOKENS = 32_000;

export const tokenBudget = defineRule({
  id: 'token-budget',
  title: 'More than a model reads at once',
  severity: 'info',
  source: 'convention',
  why: 'An index is read before anything else; beyond some 32,000 tokens it leaves little room for the pages that it names.',
  fix: 'Keep the most useful links and move the rest to further files that this one links.',
  example: { before: '(an index of 60,000 tokens)\n', after: '(an index of 6,000 tokens that links further ones)\n' },
  reads: 'text',
  check(file) {
    const { tokens } = file.document;
    if (tokens <= MAX_TOKENS) return [];
    return [
      {
        at: null,
        message: `The file is about ${tokens.toLocaleString('en-US')} tokens long, more than the ${MAX_TOKENS.toLocaleString('en-US')} that leave room for reading on.`,
      },
    ];
  },
});
