import { isWhollyFenced } from '../parser/document/whole-fence.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const noTitle = defineRule({
  id: 'no-title',
  title: 'No heading with the name',
  severity: 'error',
  source: 'spec',
  why: 'The name in a level-one heading is the only part that the format requires; readers find nothing without it.',
  fix: 'Start the file with "# " and the name of the site or project.',
  example: { before: '> What the site is.\n\n## Docs\n', after: '# Example\n\n> What the site is.\n\n## Docs\n' },
  reads: 'text',
  check(file) {
    if (file.title !== null || isWhollyFenced(file)) return [];
    return [
      {
        at: FILE_START,
        message: 'There is no level-one heading ("# Name"), the one part that every llms.txt must have.',
      },
    ];
  },
});
