import { parseUrl } from '../parser/parse-url.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { severityByShare } from '../reporting/severity-by-share.ts';
import { shorten } from '../reporting/shorten.ts';
import type { Link } from '../types/document.ts';
import type { RuleExample } from '../types/rule.ts';

const PERSONAL: Readonly<Record<string, string>> = {
  mailto: 'an email address',
  tel: 'a phone number',
  sms: 'a phone number',
};
const SCHEME = /^([a-z][a-z0-9+.-]{0,30}):/i;

/** `bad`, or what else the URL is; null for one that can be followed. */
function faultOf(link: Link): string | null {
  if (link.url?.startsWith('https://') === true || link.url?.startsWith('http://') === true) return null;
  const href = link.href.trim();
  if (href === '') return null;
  const scheme = SCHEME.exec(href)?.[1]?.toLowerCase();
  if (scheme === undefined) return link.url === null && parseUrl(href, 'https://host.invalid/') === null ? 'bad' : null;
  return PERSONAL[scheme] ?? 'bad';
}

export const badUrl = defineRule({
  id: 'bad-url',
  title: 'Invalid URL',
  severity: 'error',
  source: 'convention',
  fix: 'Write a complete URL that starts with https://.',
  reads: 'text',
  *check(file) {
    const severity = severityByShare(file, (link) => faultOf(link) === 'bad');
    for (const link of file.document.links) {
      const fault = faultOf(link);
      if (fault === 'bad')
        yield {
          at: link.span,
          severity,
          message: `"${shorten(link.href)}" is not a URL that an agent can follow.`,
        };
      else if (fault !== null) {
        yield {
          at: link.span,
          severity: 'info',
          message: `"${shorten(link.href)}" is ${fault}, which an agent cannot read.`,
        };
      }
    }
    yield* reportMarks(file, 'broken-link', (mark) => ({
      severity: 'warning' as const,
      message: `"${shorten(mark.value)}" looks like a link, but a space or bracket in the URL breaks it. Write %20 for a space.`,
    }));
  },
});

export const badUrlExample: RuleExample = {
  why: 'Agents can follow only http and https URLs that are well formed.',
  before: '- [Guide](https:/example com/guide)\n',
  after: '- [Guide](https://example.com/guide)\n',
};
