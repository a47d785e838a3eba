import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const contentBeforeTitle = defineRule({
  id: 'content-before-title',
  title: 'Something before the name',
  severity: 'warning',
  source: 'spec',
  why: 'The file begins with the name; readers drop what stands before it, and some give up.',
  fix: 'Move it below the name, or take it out.',
  example: { before: 'Welcome!\n\n# Example\n', after: '# Example\n\nWelcome!\n' },
  reads: 'text',
  *check(file) {
    if (file.title === null) return;
    yield* reportMarks(file, 'front-matter', () => ({
      message:
        'A block of front matter stands before the name. An llms.txt has none: say it in the text, or take it out.',
    }));
    const first = file.marks.of('before-title')[0];
    if (first !== undefined)
      yield { at: first, message: 'Text stands before the "# " heading with the name, which should come first.' };
    yield* reportMarks(file, 'comment-before-title', () => ({
      message: 'A comment stands before the name. Most readers skip it; some do not.',
      severity: 'info' as const,
    }));
  },
});
