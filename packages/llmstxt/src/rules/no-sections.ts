import { defineRule } from '../reporting/define-rule.ts';

export const noSections = defineRule({
  id: 'no-sections',
  title: 'No sections',
  severity: 'info',
  source: 'spec',
  fix: 'Add a "## " heading with a list of links under it.',
  check(file) {
    if (file.title === null || file.document.sections.some((section) => section.level === 2)) return [];
    return [{ at: null, message: 'There is no "## " section, so agents find no list of links to follow.' }];
  },
});
