import { defineRule } from '../reporting/define-rule.ts';

export const noNotes = defineRule({
  id: 'no-notes',
  title: 'Links without notes',
  severity: 'info',
  source: 'convention',
  fix: 'After each link, write ": " and a few words.',
  reads: 'text',
  check(file) {
    const without = file.namedItems - file.notedItems;
    if (without <= 0) return [];
    const share = Math.round((100 * without) / file.namedItems);
    const message = `${without} of ${file.namedItems} links in lists (${share}%) ${without === 1 ? 'has' : 'have'} no notes.`;
    return [{ at: file.marks.of('no-notes')[0] ?? null, message }];
  },
});
