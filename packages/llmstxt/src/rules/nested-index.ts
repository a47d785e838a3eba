import { defineRule } from '../reporting/define-rule.ts';

const NESTED = /\/llms\.txt(?:[?#]|$)/;

export const nestedIndex = defineRule({
  id: 'nested-index',
  title: 'Links to other llms.txt files',
  severity: 'info',
  source: 'spec',
  fix: 'No change is needed if these files exist.',
  check(file) {
    // A query or fragment leads to a part of the same file.
    const nested = file.document.links.filter(
      ({ url }) => url !== null && NESTED.test(url) && url.split(/[?#]/, 1)[0] !== file.url,
    );
    const [first] = nested;
    if (first === undefined) return [];
    return [{ at: first.span, message: `Links to other llms.txt files: ${nested.length}.` }];
  },
});
