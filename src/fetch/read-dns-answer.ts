import type { Answer, DecodedPacket } from 'dns-packet';

/** Longest CNAME chain, as in BIND. A longer chain is a mistake or an attack. */
const MAX_CNAME_LINKS = 16;
const RCODE_MASK = 0xf;
/** Response codes of RFC 1035 §4.1.1. */
const NOERROR = 0;
const NXDOMAIN = 3;
const RCODE_NAMES: Readonly<Record<number, string>> = { 1: 'FORMERR', 2: 'SERVFAIL', 4: 'NOTIMP', 5: 'REFUSED' };

export type RecordType = 'A' | 'AAAA' | 'TXT';

export type DnsAnswer =
  /** Records of a name. `ttl` is the shortest TTL of the chain, in seconds. */
  | { readonly kind: 'records'; readonly values: readonly string[]; readonly ttl: number }
  /** The name does not exist, or has no such record: the server says so. */
  | { readonly kind: 'absent'; readonly nameExists: boolean; readonly detail: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** Reads the answer about `name` from a message, through its CNAME chain. Ignores records of other names. */
export function readDnsAnswer(packet: DecodedPacket, name: string, type: RecordType): DnsAnswer {
  const rcode = (packet.flags ?? 0) & RCODE_MASK;
  if (rcode === NXDOMAIN) return { kind: 'absent', nameExists: false, detail: 'the name does not exist' };
  if (rcode !== NOERROR) return { kind: 'failed', detail: RCODE_NAMES[rcode] ?? `response code ${rcode}` };
  const answers = packet.answers ?? [];
  let owner = name;
  let ttl = Number.POSITIVE_INFINITY;
  for (let links = 0; links <= MAX_CNAME_LINKS; links += 1) {
    const own = answers.filter((answer) => answer.name.toLowerCase() === owner);
    const records = own.filter((answer) => answer.type === type);
    if (records.length > 0) {
      return { kind: 'records', values: records.map(toText), ttl: Math.min(ttl, ...records.map(findTtl)) };
    }
    const alias = own.find((answer) => answer.type === 'CNAME');
    if (alias?.type !== 'CNAME') {
      return { kind: 'absent', nameExists: true, detail: `the name has no ${type} record` };
    }
    owner = alias.data.toLowerCase();
    ttl = Math.min(ttl, findTtl(alias));
  }
  return { kind: 'failed', detail: `a chain of more than ${MAX_CNAME_LINKS} aliases, or a loop` };
}

/** Joins the strings of one TXT record, as in RFC 7208 §3.3. */
function toText(answer: Answer): string {
  if (answer.type === 'A' || answer.type === 'AAAA') return answer.data;
  if (answer.type !== 'TXT') return '';
  const parts = Array.isArray(answer.data) ? answer.data : [answer.data];
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))).toString('utf8');
}

const findTtl = (answer: Answer): number => ('ttl' in answer ? (answer.ttl ?? 0) : 0);
