import { defineRule } from '../reporting/define-rule.ts';

export const noSections = defineRule({
  id: 'no-sections',
  title: 'No sections',
  severity: 'info',
  source: 'spec',
  why: 'Sections with lists of links are what agents follow; without them the file is a description only.',
  fix: 'Add a "## " heading and a list of links under it.',
  example: {
    before: '# Example\n\n> What the site is.\n',
    after: '# Example\n\n> What the site is.\n\n## Docs\n\n- [Guide](https://example.com/guide.md)\n',
  },
  reads: 'text',
  check(file) {
    if (file.title === null || file.document.sections.some((section) => section.level === 2)) return [];
    return [{ at: null, message: 'There is no "## " section, so agents find no grouped list of links to follow.' }];
  },
});
