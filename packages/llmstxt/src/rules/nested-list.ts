import { defineRule } from '../reporting/define-rule.ts';

export const nestedList = defineRule({
  id: 'nested-list',
  title: 'Nested list',
  severity: 'info',
  source: 'parser',
  fix: 'Use one flat list in each section.',
  check(file) {
    const [first] = file.marks.of('nested-item');
    if (first === undefined) return [];
    const count = file.marks.total('nested-item');
    return [{ at: first, message: `Items nested in another: ${count}. Parsers flatten the list.` }];
  },
});
