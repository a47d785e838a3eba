const HEXTETS_OF_A_BLOCK = 3;
const OCTETS_OF_A_BLOCK = 3;

/**
 * The block of addresses that a client's network belongs to: the /24 of an IPv4 address, the /48 of an IPv6 network.
 * @param network as `Caller` has it: an IPv4 address, or `2001:db8:0:1::/64`
 */
export function networkBlock(network: string): string {
  if (network.includes(':')) return `${network.split(':').slice(0, HEXTETS_OF_A_BLOCK).join(':')}::/48`;
  return `${network.split('.').slice(0, OCTETS_OF_A_BLOCK).join('.')}.0/24`;
}
