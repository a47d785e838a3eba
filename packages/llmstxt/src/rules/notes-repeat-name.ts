import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

function isSame(title: string, notes: string): boolean {
  const said = notes.toLowerCase();
  const name = title.toLowerCase();
  return said === name || said === `${name}.`;
}

export const notesRepeatName = defineRule({
  id: 'notes-repeat-name',
  title: 'Notes that repeat the name',
  severity: 'info',
  source: 'convention',
  fix: 'Describe the content of the page in the notes, or delete the notes.',
  reads: 'text',
  *check(file) {
    for (const { title, notes, span } of file.document.links) {
      if (notes === null || notes.length > title.length + 1 || !isSame(title, notes)) continue;
      yield { at: span, message: `The notes only repeat the name "${shorten(title)}".` };
    }
  },
});

export const notesRepeatNameExample: RuleExample = {
  why: 'Notes that only repeat the name give an agent no information and cost tokens.',
  before: '- [Guide](https://example.com/guide.md): Guide\n',
  after: '- [Guide](https://example.com/guide.md): how to install and start\n',
};
