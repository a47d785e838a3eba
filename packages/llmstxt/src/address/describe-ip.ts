/**
 * Fault of a host. `impossible`: no public host can have this name. `private`: the host is not reachable from outside, or not
 * meant for readers. `number`: the host is a public IP address.
 */
export interface HostFault {
  readonly kind: 'impossible' | 'private' | 'number';
  /** Words that follow the host and "is". */
  readonly words: string;
}

export const PRIVATE: HostFault = { kind: 'private', words: 'a private address that nobody outside can open' };
/** IANA's special-purpose address registries and multicast. */
const PRIVATE_4 =
  /^(?:0|10|127)\.|^192\.(?:168|0\.0|88\.99)\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^198\.1[89]\.|^(?:22[4-9]|2[3-5]\d)\./;
const DOCUMENTATION = /^192\.0\.2\.|^198\.51\.100\.|^203\.0\.113\.|^\[(?:2001:db8|3fff):/;
/** IPv6 global unicast range, 2000::/3. */
const PUBLIC_6 = /^\[[23]...:/;

/** Describes an IP address in the URL parser's spelling. */
export function describeIp(host: string): HostFault {
  if (DOCUMENTATION.test(host)) return { kind: 'private', words: 'an address for documentation, which no host has' };
  const isPrivate = host.startsWith('[') ? !PUBLIC_6.test(host) : PRIVATE_4.test(host);
  return isPrivate ? PRIVATE : { kind: 'number', words: 'an IP address' };
}
