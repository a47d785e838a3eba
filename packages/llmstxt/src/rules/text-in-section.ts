import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import type { RuleExample } from '../types/rule.ts';

export const textInSection = defineRule({
  id: 'text-in-section',
  title: 'More than links in a section',
  severity: 'warning',
  source: 'spec',
  why: 'A section is a list of links. Common parsers drop other content, or reject the whole file.',
  fix: 'Move the text up, under the title, or into the notes of a link.',
  reads: 'text',
  marks: ['prose', 'table', 'quote', 'code'],
  *check(file) {
    yield* reportMarks(file, 'prose', () => ({
      message: 'This paragraph is in a section, where only a list of links belongs.',
    }));
    yield* reportMarks(file, 'table', () => ({
      message: 'This table is in a section, where only a list of links belongs.',
    }));
    yield* reportMarks(file, 'quote', () => ({
      message: 'This quote is in a section, where only a list of links belongs.',
    }));
    yield* reportMarks(file, 'code', () => ({
      message: 'This code block is in a section, where only a list of links belongs.',
    }));
  },
});

export const textInSectionExample: RuleExample = {
  before: '## Docs\n\nRead these first.\n\n- [Guide](https://example.com/guide.md)\n',
  after: '## Docs\n\n- [Guide](https://example.com/guide.md): read this first\n',
};
