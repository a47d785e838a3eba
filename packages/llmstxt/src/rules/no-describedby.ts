import { findDescription } from '../answer/described-by.ts';
import { defineRule } from '../reporting/define-rule.ts';

export const noDescribedby = defineRule({
  id: 'no-describedby',
  title: 'Homepage does not link to the file',
  severity: 'info',
  source: 'spec',
  fix: 'Add <link rel="describedby" href="/llms.txt"> to the head of the pages, or send the same as a Link header.',
  needs: 'homepage',
  reads: 'answer',
  check(context) {
    const { homepage, response, url } = context.input;
    if (homepage === undefined || homepage === null || context.kind !== 'llms') return [];
    const own = [response?.url, response?.finalUrl, url].filter((one) => one !== undefined);
    if (findDescription(homepage.describedBy, own) !== null) return [];
    return [{ at: null, message: 'The homepage has no link with rel="describedby" to its llms.txt.' }];
  },
});
