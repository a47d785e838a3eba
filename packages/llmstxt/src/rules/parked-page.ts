import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';
import type { RuleExample } from '../types/rule.ts';

export const parkedPage = defineRule({
  id: 'parked-page',
  title: 'Parked domain',
  severity: 'error',
  source: 'convention',
  fix: 'Publish an llms.txt after you publish a site.',
  reads: 'answer',
  check(context) {
    if (context.kind !== 'parked') return [];
    return [
      { at: FILE_START, message: `This is ${context.looksLike ?? 'a parking page'}, not a description of a site.` },
    ];
  },
});

export const parkedPageExample: RuleExample = {
  why: 'The text advertises the domain itself. There is no site that an agent could use.',
  before: '# example.com\n\n> This domain is for sale.\n',
  after: '# Example\n\n> What the site is, in a sentence.\n',
};
