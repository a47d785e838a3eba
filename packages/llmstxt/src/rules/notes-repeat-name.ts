import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

/** Reports whether notes only repeat a name. */
export function isSame(title: string, notes: string): boolean {
  const lowercase = notes.toLowerCase();
  const name = title.toLowerCase();
  return lowercase === name || lowercase === `${name}.`;
}

export const notesRepeatName = defineRule({
  id: 'notes-repeat-name',
  title: 'Notes that repeat the name',
  severity: 'info',
  source: 'convention',
  fix: 'Describe the content of the page in the notes, or delete the notes.',
  *check(file) {
    for (const { title, notes, span } of file.document.links) {
      if (notes === null || notes.length > title.length + 1 || !isSame(title, notes)) continue;
      yield { at: span, message: `The notes only repeat the name "${shorten(title)}".` };
    }
  },
});
