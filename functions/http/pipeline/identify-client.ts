import ipaddr from 'ipaddr.js';
import { isLoopback } from '../../../src/runtime/env.ts';
import { isInNetworks, type TrustedProxy } from '../../../src/runtime/trusted-proxy.ts';
import { clientNetwork } from './client-network.ts';
import { contradicts, forwardedHops, isForwarded } from './forwarding-fields.ts';

export interface ClientRules {
  readonly trustedProxy: TrustedProxy;
  readonly baseUrl: string;
}

export interface Client {
  /** Client for quotas: an IPv4 address or an IPv6 /64. */
  readonly network: string;
  /**
   * Returns true if the address identifies this client and the client sent the request. If not, a claim by address would be
   * shared with strangers.
   */
  isDistinct(): boolean;
}

interface Located {
  readonly address: string;
  isCertain(): boolean;
}

/** Address ranges that many networks reuse, so they do not identify a client. */
const SHARED_RANGES: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
]);

/** Identifies the client of a request by its connection's address and trusted proxies. */
export function createIdentifyClient({ trustedProxy, baseUrl }: ClientRules) {
  const isPublic = !isLoopback(baseUrl);
  const { protocol, origin } = new URL(baseUrl);
  // The server uses plain HTTP, so an https URL implies a proxy that terminates TLS.
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
      // More hops than proxies mean that the client sent the field, or the setting is too small.
      return address ? { address, isCertain: () => hops.length === trustedProxy.hops } : unknown;
    }
    const { networks } = trustedProxy;
    if (!isInNetworks(socketAddress, networks)) return direct;
    const index = hops.findLastIndex((hop) => hop === null || !isInNetworks(hop, networks));
    const address = hops[index];
    return address ? { address, isCertain: () => index === 0 } : unknown;
  }

  /** Reports whether a page of another site sent the request. */
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
