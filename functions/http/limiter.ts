import { createHmac } from 'node:crypto';
import { DirectoryError } from '../../src/directory/errors.ts';
import type { Quota, Store } from '../../src/store/store.ts';
import type { Fields } from './answer.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;

interface QuotaRules {
  /** Held across all processes, in the store; the others are counted by each process for itself. */
  readonly shared: boolean;
  readonly policies: readonly Quota[];
}

/** The quotas of the service, for each client network. A request takes from every policy of its group. */
const QUOTAS = {
  read: { shared: false, policies: [{ name: 'read', quota: 300, windowS: MINUTE_S }] },
  register: {
    shared: true,
    policies: [
      { name: 'register', quota: 10, windowS: MINUTE_S },
      { name: 'register-day', quota: 100, windowS: DAY_S },
    ],
  },
  /** Beside it, each domain has a quota of its own. */
  verify: { shared: true, policies: [{ name: 'verify', quota: 10, windowS: MINUTE_S }] },
  /** Check and generate together: both make this service visit somebody else's. */
  fetch: { shared: false, policies: [{ name: 'fetch', quota: 10, windowS: MINUTE_S }] },
} as const satisfies Readonly<Record<string, QuotaRules>>;

export type QuotaGroup = keyof typeof QUOTAS;

/** What is left of one policy after a request. */
export interface Standing {
  readonly policy: Quota;
  readonly remaining: number;
  readonly resetS: number;
}

interface Taken {
  readonly allowed: boolean;
  readonly standings: readonly Standing[];
}

/** Takes one request of a client network from every policy of a group, or from none if one of them has nothing left. */
export interface Limiter {
  take(group: QuotaGroup, network: string): Taken | Promise<Taken>;
}

/** The quotas of a process, those that are shared among processes kept by `store`. */
export function createLimiter(
  now: () => number,
  store: { takeQuotas: Store['takeQuotas']; readonly secret: string },
): Limiter {
  const takeHere = countHere(now);
  return {
    take(group, network) {
      const { shared, policies } = QUOTAS[group];
      return shared ? takeShared(policies, network) : takeHere(policies, network);
    },
  };

  async function takeShared(policies: readonly Quota[], network: string): Promise<Taken> {
    // Nobody's address is stored: the key says nothing to whoever reads the table.
    const client = createHmac('sha256', store.secret).update(`quota|${network}`).digest('base64url');
    const { allowed, standings } = await store.takeQuotas(policies, client);
    return {
      allowed,
      standings: standings.flatMap(({ name, remaining, resetS }) => {
        const policy = policies.find((candidate) => candidate.name === name);
        return policy ? [{ policy, remaining, resetS }] : [];
      }),
    };
  }
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
function countHere(now: () => number) {
  const windows = new Map<string, Map<string, Window>>();

  const windowsOf = (policy: Quota) => {
    let found = windows.get(policy.name);
    if (!found) {
      found = new Map();
      windows.set(policy.name, found);
    }
    return found;
  };

  /** The client's window, opened if needed. Windows of a policy stand in the order of their ends, so the oldest is first. */
  const open = (policy: Quota, client: string, at: number): Window => {
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

  return (policies: readonly Quota[], client: string): Taken => {
    const at = now();
    const opened = policies.map((policy) => ({ policy, window: open(policy, client, at) }));
    const allowed = opened.every(({ policy, window }) => window.used < policy.quota);
    return {
      allowed,
      standings: opened.map(({ policy, window }) => {
        if (allowed) window.used += 1;
        return { policy, remaining: policy.quota - window.used, resetS: Math.ceil((window.endsAt - at) / 1000) };
      }),
    };
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
