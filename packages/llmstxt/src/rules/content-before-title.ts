import { defineRule } from '../reporting/define-rule.ts';
import { describeLead } from '../reporting/describe-lead.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const contentBeforeTitle = defineRule({
  id: 'content-before-title',
  title: 'Content before the title',
  severity: 'warning',
  source: 'spec',
  fix: 'Move it below the title, or delete it.',
  *check(file) {
    if (file.title === null) return;
    yield* reportMarks(file, 'front-matter', () => ({
      message: 'Front matter comes before the title. An llms.txt has no front matter.',
      fix: 'Move its content into the text, or delete it.',
    }));
    const first = file.marks.of('before-title')[0];
    if (first !== undefined) {
      yield { at: first, message: describeLead(file.text.slice(first.start, file.title.start), 'come first') };
    }
    yield* reportMarks(file, 'comment-before-title', () => ({
      message: 'A comment comes before the title. Some parsers do not skip it.',
      severity: 'info' as const,
    }));
  },
});
