import { findWrapping } from '../parser/document/find-wrapping.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { describeLead } from '../reporting/describe-lead.ts';
import { FILE_START } from '../reporting/locate.ts';

/** Matches text on the line of a title, or a tag on the line above a title, which turns the title into HTML. */
const HIDDEN = /^.{0,2000}?(?:(?<![\s#]|\b\p{Lu})|>\s*\n)# +\S/su;

export const noTitle = defineRule({
  id: 'no-title',
  title: 'Missing title',
  severity: 'error',
  source: 'spec',
  fix: 'Start the file with "# " and the name of the site or project.',
  check(file) {
    if (file.title !== null || findWrapping(file.text, false) !== null) return [];
    const [before] = HIDDEN.exec(file.text) ?? [];
    const message = before
      ? describeLead(before, 'start its line')
      : 'There is no level-one heading ("# Title"), which every llms.txt must have.';
    return [{ at: FILE_START, message }];
  },
});
