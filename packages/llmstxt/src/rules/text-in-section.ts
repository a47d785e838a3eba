import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';

export const textInSection = defineRule({
  id: 'text-in-section',
  title: 'More than a list in a section',
  severity: 'warning',
  source: 'spec',
  why: 'A section holds a list of links. Common readers drop other text in it, or give up on the whole file.',
  fix: 'Move the text up under the name, or into the notes of a link.',
  example: {
    before: '## Docs\n\nRead these first.\n\n- [Guide](https://example.com/guide.md)\n',
    after: '## Docs\n\n- [Guide](https://example.com/guide.md): read this first\n',
  },
  reads: 'text',
  marks: ['prose', 'table', 'quote', 'code'],
  *check(file) {
    yield* reportMarks(file, 'prose', () => ({
      message: 'A paragraph stands in a section, where only a list of links belongs.',
    }));
    yield* reportMarks(file, 'table', () => ({
      message: 'A table stands in a section, where only a list of links belongs.',
    }));
    yield* reportMarks(file, 'quote', () => ({
      message: 'A quote stands in a section, where only a list of links belongs.',
    }));
    yield* reportMarks(file, 'code', () => ({
      message: 'A block of code stands in a section, where only a list of links belongs.',
    }));
  },
});
