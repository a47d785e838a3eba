import { defineRule } from '../reporting/define-rule.ts';

export const noNotes = defineRule({
  id: 'no-notes',
  title: 'Links without notes',
  severity: 'info',
  source: 'convention',
  fix: 'After each link, write ": " and a few words.',
  reads: 'text',
  check(file) {
    const { namedItems } = file;
    const without = namedItems - file.notedItems;
    if (without <= 0) return [];
    const share = Math.round((100 * without) / namedItems);
    const links =
      namedItems === 1 ? 'The only link in a list' : `${without} of ${namedItems} links in lists (${share}%)`;
    return [
      { at: file.marks.of('no-notes')[0] ?? null, message: `${links} ${without === 1 ? 'has' : 'have'} no notes.` },
    ];
  },
});
