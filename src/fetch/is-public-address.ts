import ipaddr from 'ipaddr.js';

/** Assigned range of IPv6 global unicast (RFC 4291 §2.4, IANA). All other ranges are special or unassigned. */
const GLOBAL_UNICAST_6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses that look public but reach services of the machine's cloud. */
const CLOUD_INTERNAL = new Set([
  // Azure's platform address: metadata, DHCP and DNS of the virtual network.
  '168.63.129.16',
]);

/**
 * Reports whether an address is global unicast, outside all special-purpose ranges (IANA registries of RFC 6890). Special ranges
 * include tunnels and translations that embed another address. `address` has the canonical form of a DNS record. Other forms are
 * not public.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === 'unicast' && !CLOUD_INTERNAL.has(address);
  }
  // Refuse a zone index, because it selects a local interface.
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  // Check the range, because ipaddr.js calls the unassigned 4000::1 and ::2 unicast.
  return parsed.match(GLOBAL_UNICAST_6) && parsed.range() === 'unicast';
}
