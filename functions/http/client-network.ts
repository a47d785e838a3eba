import ipaddr from 'ipaddr.js';

/** Hextets of an IPv6 /64: what one household or machine is given, so that its 2⁶⁴ addresses are one client. */
const NETWORK_HEXTETS = 4;
const MAPPED_IPV4 = '::ffff:';

/** The network that an address stands for: an IPv4 address itself, the /64 of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith(MAPPED_IPV4) && address.includes('.')) return address.slice(MAPPED_IPV4.length);
  const bare = address.split('%', 1)[0] ?? '';
  if (!ipaddr.IPv6.isValid(bare)) return address;
  const parsed = ipaddr.IPv6.parse(bare);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const hextets = parsed.parts.slice(0, NETWORK_HEXTETS).map((part) => part.toString(16));
  return `${hextets.join(':')}::/64`;
}
