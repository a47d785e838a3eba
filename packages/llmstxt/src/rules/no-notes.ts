import { defineRule } from '../reporting/define-rule.ts';

export const noNotes = defineRule({
  id: 'no-notes',
  title: 'Links without notes',
  severity: 'info',
  source: 'convention',
  fix: 'After each link, write ": " and a few words.',
  check(file) {
    const { namedItems } = file;
    const without = namedItems - file.notedItems;
    if (without <= 0) return [];
    const at = file.marks.of('no-notes')[0] ?? null;
    return [{ at, message: `Links without notes in lists: ${without} of ${namedItems}.` }];
  },
});
