import { defineRule } from '../reporting/define-rule.ts';
import { rewritten, withoutEmphasis } from '../reporting/link-edits.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const linkForm = defineRule({
  id: 'link-form',
  title: 'A link in another form',
  severity: 'warning',
  source: 'parser',
  why: 'Bold, referenced, titled and bracketed links are good Markdown, but common readers cut them wrongly or drop them.',
  fix: 'Write the item as "- [name](url)".',
  example: {
    before: '- **[Guide](https://example.com/guide.md)**\n',
    after: '- [Guide](https://example.com/guide.md)\n',
  },
  reads: 'text',
  marks: ['bold-link', 'reference-link', 'titled-link', 'angled-link', 'bracketed-name', 'text-before-link'],
  *check(file) {
    yield* reportMarks(file, 'bold-link', (mark) => ({
      message: 'The link is set in bold or italics; common readers drop the item.',
      edits: withoutEmphasis(file.text, mark),
    }));
    yield* reportMarks(file, 'reference-link', (mark) => ({
      message: 'The address of this link stands elsewhere in the file; common readers drop the item.',
      edits: rewritten(file.text, mark, mark.value),
    }));
    yield* reportMarks(file, 'titled-link', () => ({
      message:
        'The link has a title in quotes, which common readers take for a part of the address. Put it into the notes.',
    }));
    yield* reportMarks(file, 'angled-link', (mark) => ({
      message: 'The address stands in angle brackets, which common readers take for a part of it.',
      edits: rewritten(file.text, mark, mark.value),
    }));
    yield* reportMarks(file, 'bracketed-name', () => ({
      message: 'The name holds a bracket, where common readers end it. Write it without.',
    }));
    yield* reportMarks(file, 'text-before-link', (mark) => ({
      message: `The item begins with "${shorten(mark.value)}" and not with its link; common readers drop it.`,
    }));
  },
});
