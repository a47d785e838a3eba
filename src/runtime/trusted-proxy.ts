import ipaddr from 'ipaddr.js';

type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, prefixBits: number];

/** Proxies trusted for a client's address: none, a number of hops, or networks. */
export type TrustedProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly hops: number }
  | { readonly kind: 'networks'; readonly networks: readonly Network[] };

export const NO_PROXY: TrustedProxy = { kind: 'none' };

/** Most hops. A larger number is a mistake in the setting. */
const MAX_HOPS = 8;

/**
 * Parses `none`, a number of hops, or networks separated by commas (`10.0.0.0/8,2001:db8::/32`). Returns null for
 * other text.
 */
export function parseTrustedProxy(text: string): TrustedProxy | null {
  if (text === 'none') return NO_PROXY;
  if (/^[1-9]\d*$/.test(text)) {
    const hops = Number(text);
    return hops <= MAX_HOPS ? { kind: 'hops', hops } : null;
  }
  const networks = text.split(',').map((part) => parseNetwork(part.trim()));
  return networks.every((network) => network !== null) ? { kind: 'networks', networks } : null;
}

function parseNetwork(text: string): Network | null {
  const [written = '', length] = text.split('/', 2);
  // Refuse shortened IPv4 addresses, because programs differ. For example, `10` is 10.0.0.0 or 0.0.0.10.
  if (!written.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(written)) return null;
  if (length !== undefined) return parseRange(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function parseRange(text: string): Network | null {
  if (!ipaddr.isValidCIDR(text)) return null;
  const [address, prefixBits] = ipaddr.parseCIDR(text);
  // Convert a mapped IPv4 network, because client addresses are compared as IPv4.
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? null : [address, prefixBits];
}

/** Reports whether an address, in any spelling, is in one of the networks. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}
