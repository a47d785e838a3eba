import { defineRule } from '../reporting/define-rule.ts';
import type { RuleExample } from '../types/rule.ts';

export const tlsFault = defineRule({
  id: 'tls-fault',
  title: 'Invalid certificate',
  severity: 'error',
  source: 'http',
  fix: 'Renew the certificate, and make sure that it covers this host. Send it with its full chain.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc9110#name-https-certificate-verificat',
  needs: 'request',
  reads: 'answer',
  check(context) {
    if (context.input.response?.failure !== 'tls') return [];
    return [{ at: null, message: 'The certificate is expired, self-signed, incomplete or issued for another name.' }];
  },
});

export const tlsFaultExample: RuleExample = {
  why: 'Agents and browsers reject a connection if they cannot trust its certificate.',
  before: 'https://example.com/llms.txt\ncertificate expired\n',
  after: 'https://example.com/llms.txt\ncertificate valid\n',
};
