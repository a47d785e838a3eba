import { defineRule } from '../reporting/define-rule.ts';

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
