import { parseUrl } from '../parser/parse-url.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

/** Most links have none of this in their host, and are not looked at any further. */
const SUSPICIOUS =
  /^https?:\/\/(?:[^/]{0,253}@)?(?:localhost|\d|\[|[^/]{0,253}(?:staging|stage|\.local|\.internal|\.localhost|\.test|\.lan))/i;

function hostOf(url: string): string {
  return parseUrl(url)?.hostname ?? '';
}

function describe(host: string): string | null {
  if (isPrivate(host)) return 'a private address that nobody outside can open';
  return isStaging(host) ? 'a staging site' : null;
}

function isPrivate(host: string): boolean {
  if (/^(?:localhost|.{1,250}\.(?:localhost|local|internal|test|lan|home\.arpa))$/.test(host)) return true;
  if (/^\[(?:::1?|f[cd].{0,60}|fe[89ab].{0,60})\]$/.test(host)) return true;
  return (
    /^(?:0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\./.test(host) && /^[\d.]{7,15}$/.test(host)
  );
}

function isStaging(host: string): boolean {
  return /^(?:staging|stage)\d{0,3}\.[^.]{1,63}\.|(?:^|[.-])staging\d{0,3}\./.test(host);
}

export const privateTarget = defineRule({
  id: 'private-target',
  title: 'Link to a private or staging address',
  severity: 'warning',
  source: 'convention',
  fix: 'Link to the public page.',
  reads: 'text',
  *check(file) {
    const ownHost = file.url === null ? '' : hostOf(file.url);
    // Most links lead to the host of the one before, which needs no second look.
    let harmless = ' ';
    for (const { url, span } of file.document.links) {
      if (url === null || url.startsWith(harmless)) continue;
      if (!SUSPICIOUS.test(url)) {
        harmless = url.slice(0, url.indexOf('/', 8) + 1) || ' ';
        continue;
      }
      const host = hostOf(url);
      const what = describe(host);
      if (what !== null && host !== ownHost) yield { at: span, message: `${shorten(host)} is ${what}.` };
    }
  },
});

export const privateTargetExample: RuleExample = {
  why: 'Nobody outside can open a local or private address, and a staging site is not meant to be read.',
  before: '- [Guide](http://localhost:3000/guide)\n',
  after: '- [Guide](https://example.com/guide)\n',
};
