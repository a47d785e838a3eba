import { DirectoryError } from '../../src/directory/errors.ts';
import type { Fields } from './exchange.ts';

/** A quota: at most `quota` requests in `windowS` seconds, for each client network. */
export interface Policy {
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
}

const MINUTE_S = 60;
const DAY_S = 86_400;

/** The quotas of the service. A request takes from every policy of its group. */
export const QUOTAS = {
  read: [{ name: 'read', quota: 300, windowS: MINUTE_S }],
  register: [
    { name: 'register', quota: 10, windowS: MINUTE_S },
    { name: 'register-day', quota: 100, windowS: DAY_S },
  ],
  /** Check and generate together: both make this service visit somebody else's. */
  fetch: [{ name: 'fetch', quota: 10, windowS: MINUTE_S }],
} as const satisfies Readonly<Record<string, readonly Policy[]>>;

export type QuotaGroup = keyof typeof QUOTAS;

/** What is left of one policy after a request. */
export interface Standing {
  readonly policy: Policy;
  readonly remaining: number;
  readonly resetS: number;
}

export interface Taken {
  readonly allowed: boolean;
  readonly standings: readonly Standing[];
}

/** Takes one request of `client` from every policy, or from none if one of them has nothing left. */
export interface Limiter {
  take(policies: readonly Policy[], client: string): Taken | Promise<Taken>;
}

/**
 * Clients remembered for each policy. Beyond, the oldest window is forgotten: a flood from more networks than that is not
 * stopped by counting each of them, and memory stays bounded (about 100 bytes each).
 */
const MAX_CLIENTS = 100_000;

interface Window {
  used: number;
  readonly endsAt: number;
}

/** Counts in this process. A client's window starts with its first request and ends `windowS` later. */
export function createLimiter(now: () => number): Limiter {
  const windows = new Map<string, Map<string, Window>>();

  const windowsOf = (policy: Policy) => {
    let found = windows.get(policy.name);
    if (!found) {
      found = new Map();
      windows.set(policy.name, found);
    }
    return found;
  };

  /** The client's window, opened if needed. Windows of a policy stand in the order of their ends, so the oldest is first. */
  const open = (policy: Policy, client: string, at: number): Window => {
    const clients = windowsOf(policy);
    const known = clients.get(client);
    if (known && known.endsAt > at) return known;
    if (known) clients.delete(client);
    for (const [oldest, { endsAt }] of clients) {
      if (endsAt > at && clients.size < MAX_CLIENTS) break;
      clients.delete(oldest);
    }
    const fresh = { used: 0, endsAt: at + policy.windowS * 1000 };
    clients.set(client, fresh);
    return fresh;
  };

  return {
    take(policies, client) {
      const at = now();
      const opened = policies.map((policy) => ({ policy, window: open(policy, client, at) }));
      const allowed = opened.every(({ policy, window }) => window.used < policy.quota);
      return {
        allowed,
        standings: opened.map(({ policy, window }) => {
          if (allowed) window.used += 1;
          return {
            policy,
            remaining: policy.quota - window.used,
            resetS: Math.ceil((window.endsAt - at) / 1000),
          };
        }),
      };
    },
  };
}

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11. */
export function limitFields(standings: readonly Standing[]): Fields {
  let policies = '';
  let left = '';
  for (const { policy, remaining, resetS } of standings) {
    const comma = policies === '' ? '' : ', ';
    policies += `${comma}"${policy.name}";q=${policy.quota};w=${policy.windowS}`;
    left += `${comma}"${policy.name}";r=${remaining};t=${resetS}`;
  }
  return { 'ratelimit-policy': policies, ratelimit: left };
}

/** The failure of a request beyond its quota: try again when every policy that is used up has room again. */
export function rateLimited(standings: readonly Standing[]): DirectoryError {
  const seconds = Math.max(1, ...standings.filter(({ remaining }) => remaining === 0).map(({ resetS }) => resetS));
  return new DirectoryError('rate.limited', `Too many requests from your network; try again in ${seconds} s.`, {
    retryAfterS: seconds,
  });
}
