import { BlockList, isIPv6 } from 'node:net';

/** Special-purpose ranges of IANA that are not globally reachable, and multicast. IPv6 is public in 2000::/3 only. */
const IPV4_RANGES: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's platform address, which looks public.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

const blockedIPv4 = new BlockList();
for (const [network, prefix] of IPV4_RANGES) blockedIPv4.addSubnet(network, prefix, 'ipv4');
const publicIPv6 = new BlockList();
publicIPv6.addSubnet('2000::', 3, 'ipv6');
/** Special ranges in it: Teredo, benchmarks, documentation, and 6to4, which contains an IPv4 address. */
const specialIPv6 = new BlockList();
specialIPv6.addSubnet('2001::', 23, 'ipv6');
specialIPv6.addSubnet('2001:db8::', 32, 'ipv6');
specialIPv6.addSubnet('2002::', 16, 'ipv6');
specialIPv6.addSubnet('3fff::', 20, 'ipv6');

/** Reports whether an address is reachable on the internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !blockedIPv4.check(address, 'ipv4');
  return publicIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6');
}
