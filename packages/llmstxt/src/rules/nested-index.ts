import { defineRule } from '../reporting/define-rule.ts';

const NESTED = /\/llms\.txt(?:[?#]|$)/;

export const nestedIndex = defineRule({
  id: 'nested-index',
  title: 'Links to further llms.txt files',
  severity: 'info',
  source: 'spec',
  why: 'That is how a large site splits its index; each of the files is read and judged on its own.',
  fix: 'Nothing to do, if the files answer.',
  example: {
    before: '- [Docs](https://example.com/docs/llms.txt)\n',
    after: '- [Docs](https://example.com/docs/llms.txt)\n',
  },
  reads: 'text',
  check(file) {
    const nested = file.document.links.filter(({ url }) => url !== null && NESTED.test(url) && url !== file.url);
    const [first] = nested;
    if (first === undefined) return [];
    return [
      {
        at: first.span,
        message: `${nested.length === 1 ? 'A link leads' : `${nested.length} links lead`} to a further llms.txt.`,
      },
    ];
  },
});
