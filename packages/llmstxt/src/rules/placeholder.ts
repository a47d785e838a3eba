import { defineRule } from '../reporting/define-rule.ts';
import { findMatches } from '../reporting/locate.ts';
import type { RuleExample } from '../types/rule.ts';

const LEFTOVERS =
  /lorem\sipsum|\[(?:your|insert|company|site|brand|project)\s(?:company|site|website|brand|project|product|name|url|domain|description|here)[^\]\n]{0,40}\](?!\()|\bhttps?:\/\/(?:www\.)?(?:your-?(?:domain|site|website|company)|my-?(?:domain|site|website))\.(?:com|org|net)\b|path-to-your|\{\{\s?[\w.]{1,40}\s?\}\}|\bas\san\sai\slanguage\smodel\b|(?:here\sis|here's)\s(?:the|your|an?)\s(?:updated\s|complete\s)?llms\.txt|\bno\sdescription\savailable\b/gi;

export const placeholder = defineRule({
  id: 'placeholder',
  title: 'Placeholder text',
  severity: 'warning',
  source: 'convention',
  fix: 'Replace it or delete it.',
  reads: 'text',
  *check(file) {
    for (const at of findMatches(file.text, LEFTOVERS))
      yield { at, message: 'This looks like a leftover from a template or a chat.' };
  },
});

export const placeholderExample: RuleExample = {
  why: 'Leftovers of a template or a chat say nothing about the site.',
  before: '# [Your Company Name]\n',
  after: '# Example\n',
};
