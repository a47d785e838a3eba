import { escapeParentheses } from '../address/normalize-url.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { targetEdit } from '../reporting/link-edits.ts';
import { shorten } from '../reporting/shorten.ts';

export const parenthesisInUrl = defineRule({
  id: 'parenthesis-in-url',
  title: 'Parenthesis in a URL',
  severity: 'warning',
  source: 'parser',
  fix: 'In the URL, write %28 for ( and %29 for ).',
  *check(file) {
    for (const { form, place, href, span } of file.document.links) {
      if (form !== 'inline' || place !== 'item' || !href.includes(')')) continue;
      const safe = escapeParentheses(href);
      const edits = targetEdit(file.text, span, href, safe);
      yield {
        at: span,
        message: 'Common parsers cut this URL off at its parenthesis.',
        fix: `Write ${shorten(safe)}`,
        edits,
      };
    }
  },
});
