import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import type { MarkKind } from '../types/file.ts';

const BLOCKS: readonly (readonly [MarkKind, string])[] = [
  ['prose', 'paragraph'],
  ['table', 'table'],
  ['quote', 'quote'],
  ['code', 'code block'],
];

export const textInSection = defineRule({
  id: 'text-in-section',
  title: 'Text besides links in a section',
  severity: 'warning',
  source: 'spec',
  fix: 'Move the text up, under the title, or into the notes of a link.',
  marks: BLOCKS.map(([kind]) => kind),
  *check(file) {
    for (const [kind, name] of BLOCKS) {
      const message = `This ${name} is in a section, which should be a list of links.`;
      yield* reportMarks(file, kind, () => ({ message }));
    }
  },
});
