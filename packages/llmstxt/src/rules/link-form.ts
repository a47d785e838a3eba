import { defineRule } from '../reporting/define-rule.ts';
import { inlineEdit, withoutEmphasis } from '../reporting/link-edits.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { residueEdits } from '../reporting/residue-edits.ts';
import { shorten } from '../reporting/shorten.ts';
import type { Mark, MarkKind } from '../types/file.ts';
import type { TextEdit } from '../types/finding.ts';

type Edits = (text: string, mark: Mark) => readonly TextEdit[];

/** Removes the gap between the name's closing bracket and the opening parenthesis. */
const withoutGap: Edits = (text, { inner }) => {
  if (inner === null) return [];
  const start = inner[1] + 1;
  return [{ start, end: text.indexOf('(', start), text: '' }];
};

const withoutInner: Edits = (_, { inner }) => (inner === null ? [] : [{ start: inner[0], end: inner[1], text: '' }]);

/** Message, advice and edits of each kind of link. */
const FORMS: readonly [kind: MarkKind, message: string, fix?: string | undefined, edits?: Edits][] = [
  [
    'gap-link',
    'There is a space between the name and the URL, so this is not a link.',
    'Delete the space between "]" and "(".',
    withoutGap,
  ],
  [
    'spaces-link',
    'Spaces in or after the URL break this link.',
    'Delete attributes, and write %20 for other spaces.',
    inlineEdit,
  ],
  ['attributes', 'Attributes are not Markdown, so agents read them as text.', 'Delete them.', residueEdits],
  [
    'bracket-link',
    'A bracket without a partner ends the name too early.',
    'Write a backslash before the bracket, or delete it.',
    inlineEdit,
  ],
  ['foreign-link', 'This is a link of another markup language, not of Markdown.', undefined, inlineEdit],
  ['unclear-link', 'This looks like a link, but a bracket is missing, swapped or misplaced.'],
  [
    'trailing-space',
    'Spaces or marks follow the link, so one common parser drops the item.',
    'End the line after the link.',
    withoutInner,
  ],
  [
    'check-box',
    'The item starts with a check box instead of its link, so common parsers drop it.',
    'Delete the check box.',
    withoutInner,
  ],
  ['bold-link', 'The link is in bold or italics, so common parsers drop the item.', undefined, withoutEmphasis],
  [
    'reference-link',
    'The URL of this link is elsewhere in the file, so common parsers drop the item.',
    undefined,
    inlineEdit,
  ],
  [
    'titled-link',
    'The link has a title in quotes, which common parsers read as part of the URL. Move it to the notes.',
  ],
  [
    'angled-link',
    'The URL starts or ends with a bracket or quote, which common parsers read as part of the URL.',
    undefined,
    inlineEdit,
  ],
  [
    'bracketed-name',
    'The name contains a bracket, and common parsers end the name there.',
    'Write the name without brackets.',
  ],
];

export const linkForm = defineRule({
  id: 'link-form',
  title: 'Link in an unusual form',
  severity: 'warning',
  source: 'parser',
  fix: 'Write the item as "- [name](url)".',
  marks: [...FORMS.map(([kind]) => kind), 'text-before-link'],
  *check(file) {
    for (const [kind, message, fix, edits] of FORMS) {
      yield* reportMarks(file, kind, (mark) => ({ message, fix, edits: edits?.(file.text, mark) }));
    }
    yield* reportMarks(file, 'text-before-link', (mark) => ({
      message: `The item starts with "${shorten(mark.value)}" instead of its link, so common parsers drop it.`,
    }));
  },
});
