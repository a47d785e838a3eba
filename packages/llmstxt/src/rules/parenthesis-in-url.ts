import { defineRule } from '../reporting/define-rule.ts';
import { targetEdit } from '../reporting/link-edits.ts';
import { shorten } from '../reporting/shorten.ts';

export const parenthesisInUrl = defineRule({
  id: 'parenthesis-in-url',
  title: 'A parenthesis in an address',
  severity: 'warning',
  source: 'parser',
  why: 'Common readers end the address at the first closing parenthesis.',
  fix: 'Write %28 for ( and %29 for ) in the address.',
  example: {
    before: '- [Foo](https://example.com/Foo_(bar))\n',
    after: '- [Foo](https://example.com/Foo_%28bar%29)\n',
  },
  reads: 'text',
  *check(file) {
    for (const { form, place, href, span } of file.document.links) {
      if (form !== 'inline' || place !== 'item' || !href.includes(')')) continue;
      const safe = href.replaceAll('(', '%28').replaceAll(')', '%29');
      const edits = targetEdit(file.text, span, href, safe);
      yield {
        at: span,
        message: 'Common readers cut this address at its parenthesis.',
        fix: `Write ${shorten(safe)}`,
        edits,
      };
    }
  },
});
