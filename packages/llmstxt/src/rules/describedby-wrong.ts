import { findDescription, isSameFile } from '../answer/described-by.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

export const describedbyWrong = defineRule({
  id: 'describedby-wrong',
  title: 'Homepage links to another file',
  severity: 'warning',
  source: 'spec',
  fix: 'Make the link point to the llms.txt that covers the page.',
  needs: 'homepage',
  reads: 'answer',
  check(context) {
    const { homepage, response, url } = context.input;
    if (homepage === undefined || homepage === null || context.kind !== 'llms') return [];
    const own = [response?.url, response?.finalUrl, url].filter((one) => one !== undefined);
    const named = findDescription(homepage.describedBy, own);
    if (named === null || own.length === 0 || own.some((one) => isSameFile(named, one))) return [];
    return [{ at: null, message: `The homepage says that ${shorten(named)} describes it, which is not this file.` }];
  },
});

export const describedbyWrongExample: RuleExample = {
  why: 'An agent that follows rel="describedby" gets a different file from the one at /llms.txt.',
  before: '<link rel="describedby" href="/about.html">\n',
  after: '<link rel="describedby" href="/llms.txt">\n',
};
