import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { isPublicAddress } from './is-public-address.ts';
import type { Endpoint, Tls } from './open-socket.ts';
import { FetchError } from './fetch-error.ts';
import { createResolver, type Resolver } from './dns-resolver.ts';
import { parseSocketAddress, type SocketAddress } from './socket-address.ts';
import type { Target } from './parse-target.ts';
import { createTlsSessions } from './tls-sessions.ts';

/** Stands in for the internet, for the names that it maps and for no other. */
export interface SandboxDoor {
  /** `address:port` that answers for every mapped name, over TLS and plainly. */
  readonly origin: string;
  /** PEM of the only authority trusted for mapped names; empty trusts nobody. */
  readonly ca: string;
  /** `address:port` of the DNS server for mapped names; null: each of them exists, at the origin. */
  readonly dns: string | null;
  isMapped(name: string): boolean;
}

/** What lies behind a name that may be asked. */
export interface Found {
  /** Public all of them, at most four, IPv4 first. */
  readonly addresses: readonly string[];
  endpoint(address: string): Endpoint;
  /** An address by which connections are paced; null where the address says nothing about who is behind it. */
  isPaced(address: string): boolean;
}

const MAX_ADDRESSES = 4;
const PORTS = { https: 443, http: 80 } as const;
const ORIGIN_PORT = 443;

/** Finds where a target is: the one place that decides about addresses. */
export interface Door {
  /** Throws a `FetchError` when the name leads nowhere or anywhere but to the public internet. */
  find(target: Target): Promise<Found>;
  resolverFor(name: string): Resolver | null;
}

export function createDoor(servers: readonly string[], sandbox: SandboxDoor | null, now: () => number): Door {
  const internet = createResolver(servers, now);
  const internetTls = createTls({});
  const inside = sandbox ? openInside(sandbox, now) : null;

  return {
    resolverFor: (name) => (sandbox?.isMapped(name) ? (inside?.resolver ?? null) : internet),

    async find(target) {
      const { host, scheme } = target;
      if (target.mapped && inside) {
        const own = inside.origin.host;
        const addresses = inside.resolver
          ? await publicAddresses(inside.resolver, host, (address) => address === own)
          : [own];
        return {
          addresses,
          endpoint: () => ({ ...inside.at, host, tls: scheme === 'https' ? inside.tls : null }),
          isPaced: (address) => address !== own,
        };
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

/** One context for all connections: making one costs as much as a third of a visit. */
function createTls(trust: Pick<SecureContextOptions, 'ca'>): Tls {
  return { context: createSecureContext({ ...trust, minVersion: 'TLSv1.2' }), sessions: createTlsSessions() };
}

function openInside(sandbox: SandboxDoor, now: () => number) {
  const origin: SocketAddress = parseSocketAddress(sandbox.origin, ORIGIN_PORT);
  return {
    origin,
    at: { address: origin.host, port: origin.port },
    resolver: sandbox.dns === null ? null : createResolver([sandbox.dns], now),
    tls: createTls({ ca: sandbox.ca === '' ? [] : sandbox.ca }),
  };
}

/** One address that is not public refuses the name: whoever mixes them is up to something. */
async function publicAddresses(
  resolver: Resolver,
  host: string,
  isExempt: (address: string) => boolean,
): Promise<readonly string[]> {
  const found = await resolver.addressesOf(host);
  if (found.kind === 'failed') throw new FetchError('dns', `${host} has no address: ${found.detail}`);
  const refused = found.addresses.find((address) => !isPublicAddress(address) && !isExempt(address));
  if (refused !== undefined) {
    throw new FetchError('refused-address', `${host} leads to ${refused}, which is not on the public internet`);
  }
  return found.addresses.slice(0, MAX_ADDRESSES);
}
