import { describeIp, type HostFault, PRIVATE } from './describe-ip.ts';

/** Longest host name (RFC 1035 §2.3.4), without the root's dot and the length octets. */
const MAX_NAME = 253;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/**
 * Special-use names of IANA's registry, names of private networks, and names outside the DNS. Leaves out `example`,
 * because documents use it for any public host.
 */
const PRIVATE_TLD =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|localdomain|test|invalid|alt|arpa|onion|i2p|eth|dappnode)$/;
/** Invalid endings: digits, typos, file extensions, and an ending joined with the next URL. */
const NO_TLD =
  /\.(?:.|.*\d.*|con|cmo|ocm|vom|xom|comm|nett|html?|php|aspx?|txt|json|ya?ml|xml|css|js|pdf|png|jpe?g|[a-z]{0,10}(?:https?|undefined|null))$/;
const STAGING = /^stag(?:e|ing)\d{0,3}\.[^.]+\.|(?:^|[.-])staging\d{0,3}\./;
const TUNNEL = /\.(?:ngrok\.io|ngrok-free\.(?:app|dev)|trycloudflare\.com|loca\.lt|serveo\.net|lhr\.life)$/;

/** Describes the fault of a host in the URL parser's spelling. Returns null for a public host. */
export function describeHost(host: string): HostFault | null {
  if (/^\[|^[\d.]*\d$/.test(host)) return describeIp(host);
  const name = host.replace(/\.$/, '');
  if (PRIVATE_TLD.test(name)) return PRIVATE;
  const impossible = describeImpossible(name);
  if (impossible !== null) return { kind: 'impossible', words: impossible };
  if (STAGING.test(name)) return { kind: 'private', words: 'a staging site' };
  return TUNNEL.test(name) ? { kind: 'private', words: 'a tunnel to a private machine' } : null;
}

function describeImpossible(name: string): string | null {
  const labels = name.split('.');
  const tld = labels.at(-1) ?? '';
  if (labels.length === 1) return 'a name without a domain';
  if (name.length > MAX_NAME || labels.some((label) => !LABEL.test(label))) return 'a name that no domain can have';
  return !tld.startsWith('xn--') && NO_TLD.test(`.${tld}`) ? 'a name without a top-level domain' : null;
}
