import ipaddr from 'ipaddr.js';

/** Hextets of an IPv6 /64. A household gets a /64, so its 2⁶⁴ addresses count as one client. */
const NETWORK_HEXTETS = 4;
const MAPPED_IPV4 = '::ffff:';

/** Returns the network of an address: the IPv4 address, or the IPv6 /64. */
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
