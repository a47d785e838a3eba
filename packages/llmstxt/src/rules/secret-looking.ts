import { defineRule } from '../reporting/define-rule.ts';
import { findMatches } from '../reporting/locate.ts';
import type { RuleExample } from '../types/rule.ts';

/** Prefixes that the issuers themselves chose so that leaked keys can be found. */
const SECRETS =
  /\b(?:sk_live_[0-9a-zA-Z]{20,99}|rk_live_[0-9a-zA-Z]{20,99}|sk-(?:proj-|ant-)[A-Za-z0-9_-]{32,200}|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40,99}|xox[bpars]-[0-9A-Za-z-]{20,99}|AIza[0-9A-Za-z_-]{35}|glpat-[0-9A-Za-z_-]{20}|npm_[A-Za-z0-9]{36}|svk_live_[0-9A-Za-z]{40,60})|-----BEGIN\s(?:RSA\s|EC\s|OPENSSH\s)?PRIVATE\sKEY-----/g;

export const secretLooking = defineRule({
  id: 'secret-looking',
  title: 'Possible key or token',
  severity: 'warning',
  source: 'convention',
  fix: 'Delete it, and revoke the key.',
  reads: 'text',
  *check(file) {
    for (const at of findMatches(file.text, SECRETS)) {
      // The place is named, the key itself is not repeated.
      yield {
        at: { ...at, end: at.start + 6 },
        message: 'This looks like a secret key or token, and the file is public.',
      };
    }
  },
});

export const secretLookingExample: RuleExample = {
  why: 'The file is public. Anyone who reads it can use a key in it.',
  before: 'Key: AKIAIOSFODNN7EXAMPLE\n',
  after: 'Ask us for a key.\n',
};
