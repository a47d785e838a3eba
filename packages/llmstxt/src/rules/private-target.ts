import { describeHost } from '../address/describe-host.ts';
import { readAuthority } from '../address/url-fault.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { shorten } from '../reporting/shorten.ts';
import type { RuleExample } from '../types/rule.ts';

export const privateTarget = defineRule({
  id: 'private-target',
  title: 'Link to a private or staging address',
  severity: 'warning',
  source: 'convention',
  fix: 'Link to the public page.',
  reads: 'text',
  *check(file) {
    const ownHost = readAuthority(file.url ?? '').host;
    for (const { url, span } of file.document.links) {
      const { host } = readAuthority(url ?? '');
      if (host === '' || host === ownHost) continue;
      const found = describeHost(host);
      if (found?.kind === 'private') yield { at: span, message: `${shorten(host)} is ${found.words}.` };
    }
  },
});

export const privateTargetExample: RuleExample = {
  why: 'Nobody outside can open a local or private address, and a staging site is not meant to be read.',
  before: '- [Guide](http://localhost:3000/guide)\n',
  after: '- [Guide](https://example.com/guide)\n',
};
