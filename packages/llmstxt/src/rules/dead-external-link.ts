import { isGone } from '../answer/status.ts';
import { checkedLinks } from '../reporting/checked-links.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const deadExternalLink = defineRule({
  id: 'dead-external-link',
  title: 'Broken link to another site',
  severity: 'info',
  source: 'http',
  fix: 'Correct the URL, or delete the link.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-404-not-found',
  needs: 'links',
  *check(file, input) {
    const dead = (input.linkChecks ?? []).filter(
      (check) => !check.own && check.status !== null && isGone(check.status),
    );
    for (const { check, at } of checkedLinks(file, dead)) {
      yield { at, message: `${shorten(check.url)} answers ${check.status}: the page does not exist.` };
    }
  },
});
