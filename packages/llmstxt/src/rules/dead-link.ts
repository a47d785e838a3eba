import { isGone } from '../answer/status.ts';
import { checkedLinks } from '../reporting/checked-links.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

/** Share of tested own links above which dead links make the file invalid. */
const MAX_DEAD_SHARE = 0.25;

export const deadLink = defineRule({
  id: 'dead-link',
  title: 'Broken link',
  severity: 'warning',
  source: 'http',
  fix: 'Correct the URL, or delete the link.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-404-not-found',
  needs: 'links',
  *check(file, input) {
    const own = (input.linkChecks ?? []).filter((check) => check.own && check.status !== null);
    const dead = own.filter(({ status }) => status !== null && isGone(status));
    const severity = dead.length > own.length * MAX_DEAD_SHARE ? 'error' : 'warning';
    for (const { check, at } of checkedLinks(file, dead)) {
      yield { at, severity, message: `${shorten(check.url)} answers ${check.status}: the page does not exist.` };
    }
  },
});
