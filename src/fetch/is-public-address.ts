import ipaddr from 'ipaddr.js';

/** Today's only range of global unicast (RFC 4291 §2.4, IANA): everything else in IPv6 is special or unassigned. */
const GLOBAL_UNICAST_6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses that look ordinary and lead into the machine's own cloud. */
const CLOUD_INTERNAL = new Set([
  // Azure's platform address: metadata, DHCP and DNS of the virtual network.
  '168.63.129.16',
]);

/**
 * True for an address that a stranger may send us to: global unicast and none of the special-purpose ranges (IANA registries of
 * RFC 6890), which include tunnels and translations that carry another address inside.
 * `address` is a plain spelling, as a DNS record gives it; anything else is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === 'unicast' && !CLOUD_INTERNAL.has(address);
  }
  // A zone points at one of our own interfaces.
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  // ipaddr.js calls 4000::1 and ::2 unicast: they are not assigned to anybody.
  return parsed.match(GLOBAL_UNICAST_6) && parsed.range() === 'unicast';
}
