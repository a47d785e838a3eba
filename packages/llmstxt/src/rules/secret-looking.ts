import { hasCredentials } from '../address/credentials.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { findMatches } from '../reporting/locate.ts';

/** Matches key prefixes that issuers chose for leak detection, and parameters of signed URLs. */
const SECRETS =
  /\b(?:[sr]k_live_[A-Za-z0-9]{20,99}|sk-(?:proj-|ant-)[\w-]{32,200}|A[KS]IA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,99}|xox[bpars]-[A-Za-z0-9-]{20,99}|AIza[\w-]{35}|glpat-[\w-]{20}|npm_[A-Za-z0-9]{36}|svk_live_[A-Za-z0-9]{40,60}|X-(?:Amz|Goog)-Signature=[0-9a-f]{64})|-----BEGIN\s(?:\w+\s)?PRIVATE\sKEY-----/g;
/** Matches placeholders of keys in documentation. */
const SAMPLE = /(.)\1{4}|your|ample|placeholder|dummy|123456/i;

/** Number of shown characters of a secret, which are its prefix. */
const SHOWN = 6;

export const secretLooking = defineRule({
  id: 'secret-looking',
  title: 'Possible key or token',
  severity: 'warning',
  source: 'convention',
  fix: 'Delete it, and revoke the key.',
  *check(file) {
    for (const at of findMatches(file.text, SECRETS)) {
      if (isSample(file.text.slice(at.start, at.end))) continue;
      yield {
        at: { ...at, end: at.start + SHOWN },
        message: 'This looks like a secret key or token, and the file is public.',
      };
    }
    for (const { href, span } of file.document.links) {
      if (hasCredentials(href))
        yield { at: span, message: 'This URL contains a user name or password, and the file is public.' };
    }
  },
});

/** Reports whether a secret is an example key of the issuer, or a prefix with placeholder letters. */
function isSample(secret: string): boolean {
  return !secret.includes('=') && !secret.startsWith('-') && SAMPLE.test(secret);
}
