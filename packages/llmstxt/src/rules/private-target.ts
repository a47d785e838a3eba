import { findAuthorities } from '../address/read-authority.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';

export const privateTarget = defineRule({
  id: 'private-target',
  title: 'Link to a private or staging address',
  severity: 'warning',
  source: 'convention',
  fix: 'Link to the public page.',
  *check(file) {
    const { read, ownHost } = findAuthorities(file);
    for (const { url, span } of file.document.links) {
      const { host, fault } = read(url ?? '');
      if (fault?.kind !== 'private' || host === ownHost) continue;
      yield { at: span, message: `${shorten(host)} is ${fault.words}.` };
    }
  },
});
