import { isSameSite } from '../answer/same-site.ts';
import { parseUrl } from '../parser/parse-url.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const crossDomainRedirect = defineRule({
  id: 'cross-domain-redirect',
  title: 'Served from another URL',
  severity: 'warning',
  source: 'http',
  fix: 'Serve the file at /llms.txt on this domain.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-redirection-3xx',
  needs: 'response',
  reads: 'answer',
  check(context) {
    const { response } = context.input;
    if (response === undefined || response.failure !== null || response.chain.length < 2) return [];
    const from = parseUrl(response.url);
    const to = parseUrl(response.finalUrl);
    if (from === null || to === null) return [];
    if (from.host === to.host && from.pathname === to.pathname) return [];
    if (isSameSite(from.hostname, to.hostname)) {
      const message = `The URL redirects to ${shorten(to.href)}. Agents follow redirects, but each one costs time.`;
      return [{ at: null, message, severity: 'info' }];
    }
    return [{ at: null, message: `A redirect leads to a file on another domain, ${shorten(to.hostname)}.` }];
  },
});
