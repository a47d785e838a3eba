import type { Quota } from '../../src/store/store.ts';

/** What is left of one policy after a request. */
export interface QuotaState {
  readonly policy: Quota;
  readonly remaining: number;
  readonly resetS: number;
}

export interface QuotasTaken {
  readonly allowed: boolean;
  readonly states: readonly QuotaState[];
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
export function createMemoryLimiter(now: () => number) {
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

  return (policies: readonly Quota[], client: string, cost = 1): QuotasTaken => {
    const at = now();
    const opened = policies.map((policy) => {
      // What costs more than a whole window is given to a client with a whole window left.
      return { policy, window: open(policy, client, at), taken: Math.min(cost, policy.quota) };
    });
    const allowed = opened.every(({ policy, window, taken }) => window.used + taken <= policy.quota);
    return {
      allowed,
      states: opened.map(({ policy, window, taken }) => {
        if (allowed) window.used += taken;
        return { policy, remaining: policy.quota - window.used, resetS: Math.ceil((window.endsAt - at) / 1000) };
      }),
    };
  };
}
