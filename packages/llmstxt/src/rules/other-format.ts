import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const otherFormat = defineRule({
  id: 'other-format',
  title: 'Different file format',
  severity: 'error',
  source: 'spec',
  fix: 'Write Markdown: "# " and the title, a quote with a summary, and sections with lists of links.',
  reads: 'answer',
  check(context) {
    if (context.kind !== 'other-format') return [];
    return [
      { at: FILE_START, message: `This looks like ${context.looksLike ?? 'another format'}, not like an llms.txt.` },
    ];
  },
});
