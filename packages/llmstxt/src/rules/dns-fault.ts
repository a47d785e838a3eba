import { defineRule } from '../reporting/define-rule.ts';

export const dnsFault = defineRule({
  id: 'dns-fault',
  title: 'Domain name without a public address',
  severity: 'error',
  source: 'http',
  fix: 'Check the A and AAAA records of the domain. They must name addresses on the public internet.',
  specUrl: 'https://www.rfc-editor.org/rfc/rfc1034',
  needs: 'request',
  reads: 'answer',
  check({ input }) {
    const failure = input.response?.failure;
    if (failure === 'dns') return [{ at: null, message: 'The domain name does not resolve to an address.' }];
    if (failure !== 'refused-address') return [];
    return [{ at: null, message: 'The domain name, or the target of its redirect, is not on the public internet.' }];
  },
});
