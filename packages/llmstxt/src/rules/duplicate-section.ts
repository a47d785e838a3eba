import { defineRule } from '../reporting/define-rule.ts';
import { headingSpan } from '../reporting/locate.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

export const duplicateSection = defineRule({
  id: 'duplicate-section',
  title: 'Duplicate section name',
  severity: 'warning',
  source: 'parser',
  fix: 'Merge the two sections, or rename one of them.',
  reads: 'text',
  *check(file) {
    const first = new Map<string, number>();
    for (const { title, level, span } of file.document.sections) {
      if (level !== 2) continue;
      const line = first.get(title);
      if (line === undefined) first.set(title, span.line);
      else
        yield {
          at: headingSpan(span),
          message: `There is already a section "${shorten(title)}" on line ${line}; parsers keep only one of them.`,
        };
    }
  },
});

export const duplicateSectionExample: RuleExample = {
  why: 'Parsers store sections by name, so the second one replaces the first, whose links are lost.',
  before: '## Docs\n\n- [A](https://example.com/a.md)\n\n## Docs\n\n- [B](https://example.com/b.md)\n',
  after: '## Docs\n\n- [A](https://example.com/a.md)\n- [B](https://example.com/b.md)\n',
};
