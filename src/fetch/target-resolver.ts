import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { createDnsResolver, type DnsResolver } from './dns-resolver.ts';
import { FetchError } from './fetch-error.ts';
import { isPublicAddress } from './is-public-address.ts';
import type { Endpoint, Tls } from './open-socket.ts';
import type { Target } from './parse-target.ts';
import { parseSocketAddress, type SocketAddress } from './socket-address.ts';
import { createTlsSessions } from './tls-sessions.ts';

/** Local server that replaces the internet for mapped names only. */
export interface SandboxEndpoints {
  /** `address:port` that serves every mapped name, over TLS and plain http. */
  readonly origin: string;
  /** PEM certificate of the only authority trusted for mapped names, or empty to trust no authority. */
  readonly ca: string;
  /** `address:port` of the DNS server for mapped names. If null, every mapped name resolves to the origin. */
  readonly dns: string | null;
  isMapped(name: string): boolean;
}

export interface ResolvedTarget {
  /** At most four public addresses, IPv4 first. */
  readonly addresses: readonly string[];
  endpoint(address: string): Endpoint;
  /** Reports whether connections are paced by address. Returns false if the address does not identify the server. */
  isPaced(address: string): boolean;
}

const MAX_ADDRESSES = 4;
const PORTS = { https: 443, http: 80 } as const;
const ORIGIN_PORT = 443;

/** Resolves a target. Only this class decides which addresses are allowed. */
export type TargetResolver = ReturnType<typeof createTargetResolver>;

export function createTargetResolver(servers: readonly string[], sandbox: SandboxEndpoints | null, now: () => number) {
  const internet = createDnsResolver(servers, now);
  const internetTls = createTls({});
  const local = sandbox ? openSandbox(sandbox, now) : null;

  return {
    /** Returns the DNS resolver for a name. Null for a sandbox name without DNS. */
    dnsFor: (name: string) => (sandbox?.isMapped(name) ? (local?.dns ?? null) : internet),

    /** Throws a `FetchError` if the name has no address or one that is not public. */
    async resolve(target: Target): Promise<ResolvedTarget> {
      const { host, scheme } = target;
      if (target.mapped && local) {
        const own = local.origin.host;
        const addresses = local.dns ? await publicAddresses(local.dns, host, (address) => address === own) : [own];
        const endpoint = { address: own, port: local.origin.port, host, tls: scheme === 'https' ? local.tls : null };
        return { addresses, endpoint: () => endpoint, isPaced: (address) => address !== own };
      }
      const tls = scheme === 'https' ? internetTls : null;
      return {
        addresses: await publicAddresses(internet, host, () => false),
        endpoint: (address) => ({ address, port: PORTS[scheme], host, tls }),
        isPaced: () => true,
      };
    },
  };
}

/** Creates one TLS context to share, because creating a context costs a third of a visit. */
function createTls(trust: Pick<SecureContextOptions, 'ca'>): Tls {
  return { context: createSecureContext({ ...trust, minVersion: 'TLSv1.2' }), sessions: createTlsSessions() };
}

function openSandbox({ origin, dns, ca }: SandboxEndpoints, now: () => number) {
  const originAddress: SocketAddress = parseSocketAddress(origin, ORIGIN_PORT);
  return {
    origin: originAddress,
    dns: dns === null ? null : createDnsResolver([dns], now),
    tls: createTls({ ca: ca === '' ? [] : ca }),
  };
}

/**
 * Returns the public addresses of a name. Refuses the name if one address is not public, because nobody mixes both kinds by
 * accident.
 */
async function publicAddresses(
  dns: DnsResolver,
  host: string,
  isExempt: (address: string) => boolean,
): Promise<readonly string[]> {
  const answer = await dns.resolveAddresses(host);
  if (answer.kind === 'failed') throw new FetchError('dns', `${host} has no address: ${answer.detail}`);
  const refused = answer.addresses.find((address) => !isPublicAddress(address) && !isExempt(address));
  if (refused !== undefined) {
    throw new FetchError('refused-address', `${host} resolves to ${refused}, which is not on the public internet`);
  }
  return answer.addresses.slice(0, MAX_ADDRESSES);
}
