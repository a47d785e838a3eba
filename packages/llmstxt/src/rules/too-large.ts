import { defineRule } from '../reporting/define-rule.ts';

/** As far as a crawl reads. */
const MAX_BYTES = 1024 * 1024;

export const tooLarge = defineRule({
  id: 'too-large',
  title: 'Too large to be read whole',
  severity: 'warning',
  source: 'http',
  why: 'An index of a megabyte fills the memory of every model; this directory reads the first 1 MiB and judges that.',
  fix: 'Keep the most useful links and move the rest to further files that this one links.',
  example: {
    before: '# Example\n\n(40,000 links)\n',
    after: '# Example\n\n## Docs\n\n- [All guides](https://example.com/guides/llms.txt)\n',
  },
  reads: 'answer',
  check(context) {
    const bytes = context.decoded?.bytes ?? 0;
    if (context.input.response?.truncated === true || bytes > MAX_BYTES) {
      return [{ at: null, message: 'The file is larger than 1 MiB. What lies beyond is not read.' }];
    }
    const left = context.file?.marks.total('left-out') ?? 0;
    if (left === 0) return [];
    return [
      {
        at: null,
        message: `The file holds more links, headings and link definitions than can be kept; ${left} were counted but not read.`,
      },
    ];
  },
});
