import { defineRule } from '../reporting/define-rule.ts';

export const noMarkdownAlternate = defineRule({
  id: 'no-markdown-alternate',
  title: 'No Markdown version of the homepage',
  severity: 'info',
  source: 'spec',
  fix: 'Publish the page as Markdown too, and add <link rel="alternate" type="text/markdown" href="/index.md">.',
  needs: 'homepage',
  reads: 'answer',
  check(context) {
    const { homepage } = context.input;
    if (homepage === undefined || homepage === null || context.kind !== 'llms') return [];
    if (homepage.markdownAlternates.length > 0) return [];
    return [{ at: null, message: 'The homepage does not point to a Markdown version of itself.' }];
  },
});
