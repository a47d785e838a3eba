import type { TxtRecords } from '../../fetch/dns-resolver.ts';
import { absent, counted, type Finding, inconclusive, type Method, present } from './method.ts';

const LABEL = '_svc-verify';
const PREFIX = 'svc-verify=';

/** A TXT record beside the domain, seen by a majority of the configured resolvers. */
export const dnsMethod: Method = {
  name: 'dns',

  instructions({ domain, token }) {
    const { host, value } = proofRecord(domain, token);
    return { description: `Add this TXT record to the zone of ${domain}.`, snippet: `${host}. IN TXT "${value}"` };
  },

  async find({ domain, isToken, shownToken }, { net, signal }) {
    const name = `${LABEL}.${domain}`;
    const txt = await net.resolveTxt(name);
    signal?.throwIfAborted();
    const looked_for = `a TXT record ${PREFIX}${shownToken}`;
    return { method: 'dns', looked_for, where: `${name}.`, ...findToken(txt, isToken) };
  },
};

/** The TXT record that proves control of `domain`: its full name without the last dot, and its text. */
export function proofRecord(domain: string, token: string) {
  return { host: `${LABEL}.${domain}`, value: `${PREFIX}${token}` };
}

function findToken(txt: TxtRecords, isToken: (text: string) => boolean): Finding {
  if (txt.kind === 'failed') return inconclusive(txt.detail);
  if (txt.kind === 'absent') return absent('no TXT record');
  if (txt.records.some((record) => record.startsWith(PREFIX) && isToken(record.slice(PREFIX.length)))) {
    return present('the record');
  }
  return absent(`${counted(txt.records.length, 'TXT record')} without this token`);
}
