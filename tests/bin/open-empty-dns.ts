import { type DnsServer, openDnsServer } from '../../src/sandbox/dns-server.ts';
import type { WebSource } from '../../src/sandbox/web-source.ts';

const NO_NAMES: WebSource = {
  names: () => [],
  knows: () => true,
  records: () => null,
  certificate: () => 'valid',
  answer: () => Promise.reject(new Error('unexpected request')),
};

/** Opens a DNS server on this machine that answers that no name exists. */
export function openEmptyDns(): Promise<DnsServer> {
  return openDnsServer(NO_NAMES, '127.0.0.1', { host: '127.0.0.1', port: 0 });
}
