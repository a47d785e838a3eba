import { defineRule } from '../reporting/define-rule.ts';
import { inlineEdit, withoutEmphasis } from '../reporting/link-edits.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

export const linkForm = defineRule({
  id: 'link-form',
  title: 'Link in an unusual form',
  severity: 'warning',
  source: 'parser',
  fix: 'Write the item as "- [name](url)".',
  reads: 'text',
  marks: ['bold-link', 'reference-link', 'titled-link', 'angled-link', 'bracketed-name', 'text-before-link'],
  *check(file) {
    yield* reportMarks(file, 'bold-link', (mark) => ({
      message: 'The link is in bold or italics; common parsers drop the item.',
      edits: withoutEmphasis(file.text, mark),
    }));
    yield* reportMarks(file, 'reference-link', (mark) => ({
      message: 'The URL of this link is elsewhere in the file; common parsers drop the item.',
      edits: inlineEdit(file.text, mark, mark.value),
    }));
    yield* reportMarks(file, 'titled-link', () => ({
      message: 'The link has a title in quotes, which common parsers read as part of the URL. Move it to the notes.',
    }));
    yield* reportMarks(file, 'angled-link', (mark) => ({
      message: 'The URL is in angle brackets, which common parsers read as part of it.',
      edits: inlineEdit(file.text, mark, mark.value),
    }));
    yield* reportMarks(file, 'bracketed-name', () => ({
      message: 'The name contains a bracket, where common parsers end it. Write the name without brackets.',
    }));
    yield* reportMarks(file, 'text-before-link', (mark) => ({
      message: `The item starts with "${shorten(mark.value)}" and not with its link; common parsers drop it.`,
    }));
  },
});

export const linkFormExample: RuleExample = {
  why: 'Bold links, reference links, link titles and angle brackets are valid Markdown, but common parsers cut them short or drop them.',
  before: '- **[Guide](https://example.com/guide.md)**\n',
  after: '- [Guide](https://example.com/guide.md)\n',
};
