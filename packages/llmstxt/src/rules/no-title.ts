import { findWrapping } from '../parser/document/find-wrapping.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { describeLead } from '../reporting/describe-lead.ts';
import { FILE_START } from '../reporting/locate.ts';

/** Matches text on the line of a title, or a tag on the line above it, which makes HTML of the title. */
const HIDDEN = /^[\s\S]{0,2000}?(?:(?<!\b\p{Lu})(?<![\s#])|>\s*\n)# +\S/u;

export const noTitle = defineRule({
  id: 'no-title',
  title: 'Missing title',
  severity: 'error',
  source: 'spec',
  fix: 'Start the file with "# " and the name of the site or project.',
  reads: 'text',
  check(file) {
    if (file.title !== null || findWrapping(file.text, false) !== null) return [];
    const [before] = HIDDEN.exec(file.text) ?? [];
    const message = before
      ? `${describeLead(before)} hides the "# " heading with the title, which should start its line.`
      : 'There is no level-one heading ("# Title"), the one part that every llms.txt must have.';
    return [{ at: FILE_START, message }];
  },
});
