import { defineRule } from '../reporting/define-rule.ts';

export const duplicateSection = defineRule({
  id: 'duplicate-section',
  title: 'Duplicate section name',
  severity: 'warning',
  source: 'parser',
  fix: 'Merge the two sections, or rename one of them.',
  *check(file) {
    const sections = file.document.sections.filter(({ level, title }) => level === 2 && title !== '');
    const last = new Map(sections.map((section) => [section.title, section]));
    for (const { title, span } of sections) {
      const lastSpan = last.get(title)?.span ?? span;
      if (lastSpan.line === span.line) continue;
      yield {
        at: span,
        message: `Common parsers keep only the last section with this title, on line ${lastSpan.line}.`,
      };
    }
  },
});
