import { findDescription, isSameFile } from '../answer/described-by.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

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
