import { findWrapping } from '../parser/document/find-wrapping.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const noTitle = defineRule({
  id: 'no-title',
  title: 'Missing title',
  severity: 'error',
  source: 'spec',
  fix: 'Start the file with "# " and the name of the site or project.',
  reads: 'text',
  check(file) {
    if (file.title !== null || findWrapping(file.text, false) !== null) return [];
    return [
      {
        at: FILE_START,
        message: 'There is no level-one heading ("# Title"), the one part that every llms.txt must have.',
      },
    ];
  },
});
