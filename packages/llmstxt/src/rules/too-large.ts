import { defineRule } from '../reporting/define-rule.ts';

/** Most bytes read by a crawl. */
const MAX_BYTES = 1024 * 1024;

export const tooLarge = defineRule({
  id: 'too-large',
  title: 'Too large',
  severity: 'warning',
  source: 'http',
  fix: 'Keep the most useful links here, and move the rest to other llms.txt files that this one links to.',
  reads: 'answer',
  check(context) {
    const bytes = context.decoded?.bytes ?? 0;
    if (context.input.response?.truncated === true || bytes > MAX_BYTES) {
      return [{ at: null, message: 'The file is larger than 1 MiB. We read only the first 1 MiB.' }];
    }
    const left = context.file?.marks.total('left-out') ?? 0;
    const message = `The file has too many links, headings and link definitions. We skipped ${left}.`;
    return left === 0 ? [] : [{ at: null, message }];
  },
});
