import { START } from '../reporting/locate.ts';
import { defineRule } from '../types/rule.ts';

export const otherFormat = defineRule({
  id: 'other-format',
  title: 'Another format under the name',
  severity: 'error',
  source: 'spec',
  why: 'An llms.txt is Markdown that starts with a heading; programs that expect it cannot read this.',
  fix: 'Write Markdown: "# " and the name, a quote with a summary, and sections with lists of links.',
  example: { before: 'User-agent: *\nAllow: /\n', after: '# Example\n\n> What the site is, in a sentence.\n' },
  reads: 'answer',
  check(subject) {
    if (subject.kind !== 'other-format') return [];
    return [{ at: START, message: `This looks like ${subject.looksLike ?? 'another format'}, not like an llms.txt.` }];
  },
});
