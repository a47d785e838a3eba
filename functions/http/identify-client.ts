import ipaddr from 'ipaddr.js';
import { isLoopback } from '../../src/runtime/env.ts';
import { isInNetworks, type TrustedProxy } from '../../src/runtime/trusted-proxy.ts';
import { clientNetwork } from './client-network.ts';
import { contradicts, forwardedHops, isForwarded } from './forwarding-fields.ts';

export interface ClientRules {
  readonly trustedProxy: TrustedProxy;
  /** Where clients reach the service. */
  readonly baseUrl: string;
}

export interface Client {
  /** What quotas count: an IPv4 address or an IPv6 /64. */
  readonly network: string;
  /**
   * Whether the address tells this client from others, and the client itself has sent the request. Otherwise a claim that is
   * made from the address would be shared with strangers.
   */
  isDistinct(): boolean;
}

interface Located {
  readonly address: string;
  isCertain(): boolean;
}

/** Ranges of addresses that many networks have, so that they name nobody on the public internet. */
const SHARED_RANGES: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
]);

/** Finds out who sends a request: by the address of its connection, and by what trusted proxies say of it. */
export function createIdentifyClient({ trustedProxy, baseUrl }: ClientRules) {
  const isPublic = !isLoopback(baseUrl);
  const { protocol, origin } = new URL(baseUrl);
  // The server speaks plain HTTP: behind an https address there is always a proxy that ends TLS.
  const canBeDirect = !isPublic || protocol === 'http:';

  return (socketAddress: string, request: Request): Client => {
    const { address, isCertain } = locate(socketAddress, request);
    return {
      network: clientNetwork(address),
      isDistinct: () =>
        isCertain() &&
        !(isPublic && isShared(address)) &&
        !contradicts(request.headers, plain(address)) &&
        !isForeign(request.headers.get('origin')),
    };
  };

  function locate(socketAddress: string, request: Request): Located {
    const direct = { address: socketAddress, isCertain: () => canBeDirect && !isForwarded(request.headers) };
    if (trustedProxy.kind === 'none') return direct;
    const unknown = { address: socketAddress, isCertain: () => false };
    const hops = forwardedHops(request.headers);
    if (hops === null) return unknown;
    if (trustedProxy.kind === 'hops') {
      const address = hops.at(-trustedProxy.hops);
      // More hops than proxies: the client sent the field itself, or there is a proxy more than the setting says.
      return address ? { address, isCertain: () => hops.length === trustedProxy.hops } : unknown;
    }
    const { networks } = trustedProxy;
    if (!isInNetworks(socketAddress, networks)) return direct;
    const index = hops.findLastIndex((hop) => hop === null || !isInNetworks(hop, networks));
    const address = hops[index];
    return address ? { address, isCertain: () => index === 0 } : unknown;
  }

  /** A page of another site, in the browser of somebody who does not know of it. */
  function isForeign(sender: string | null): boolean {
    return sender !== null && sender !== origin;
  }
}

function isShared(address: string): boolean {
  return !ipaddr.isValid(address) || SHARED_RANGES.has(ipaddr.process(address).range());
}

function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
