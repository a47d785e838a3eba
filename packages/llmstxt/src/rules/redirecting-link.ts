import { checkedLinks } from '../reporting/checked-links.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const redirectingLink = defineRule({
  id: 'redirecting-link',
  title: 'Link that redirects',
  severity: 'info',
  source: 'http',
  fix: 'Link to the URL that the redirect leads to.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-redirection-3xx',
  needs: 'links',
  *check(file, input) {
    const moved = (input.linkChecks ?? []).filter((check) => check.redirectedTo !== null);
    for (const { check, at } of checkedLinks(file, moved)) {
      yield { at, message: `${shorten(check.url)} redirects to ${shorten(check.redirectedTo ?? '')}.` };
    }
  },
});
