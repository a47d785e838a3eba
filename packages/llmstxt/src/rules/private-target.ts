import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

/** Cheap first look: most links have none of these at the start of the host or in it. */
const MAY_BE =
  /^https?:\/\/(?:[^/]{0,253}@)?(?:localhost|\d|\[|[^/]{0,253}(?:staging|stage|\.local|\.internal|\.localhost|\.test|\.lan))/i;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function own(url: string | null): string {
  return url === null ? '' : hostOf(url);
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
  title: 'A link to a private or staging address',
  severity: 'warning',
  source: 'convention',
  why: 'Nobody outside can open a local or private address, and a staging site is not meant to be read.',
  fix: 'Link the public page.',
  example: { before: '- [Guide](http://localhost:3000/guide)\n', after: '- [Guide](https://example.com/guide)\n' },
  reads: 'text',
  *check(file) {
    for (const { url, span } of file.document.links) {
      if (url === null || !MAY_BE.test(url)) continue;
      const host = hostOf(url);
      const what = isPrivate(host)
        ? 'a private address that nobody outside can open'
        : isStaging(host)
          ? 'a staging site'
          : null;
      if (what !== null && host !== own(file.url)) yield { at: span, message: `${shorten(host)} is ${what}.` };
    }
  },
});
