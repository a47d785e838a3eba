import type { Quota } from '../../../src/store/store.ts';

export interface QuotaState {
  readonly policy: Quota;
  readonly remaining: number;
  readonly resetS: number;
}

export interface QuotasTaken {
  readonly allowed: boolean;
  readonly states: readonly QuotaState[];
}

/** Most clients per policy. One more client drops the oldest window, so memory stays limited (about 100 bytes per client). */
const MAX_CLIENTS = 100_000;

interface Window {
  used: number;
  readonly endsAt: number;
}

/** Counts requests in this process. A client's window lasts `windowS` from its first request. */
export function createMemoryLimiter(now: () => number) {
  const windows = new Map<string, Map<string, Window>>();

  const openWindows = (policy: Quota) => {
    let ofPolicy = windows.get(policy.name);
    if (!ofPolicy) {
      ofPolicy = new Map();
      windows.set(policy.name, ofPolicy);
    }
    return ofPolicy;
  };

  /**
   * Returns the client's window, and opens it if needed. Windows of a policy are in the order of their ends, so the
   * oldest is first.
   */
  const open = (policy: Quota, client: string, at: number): Window => {
    const clients = openWindows(policy);
    const current = clients.get(client);
    if (current && current.endsAt > at) return current;
    if (current) clients.delete(client);
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
      // A client with a full window may use a cost above the window.
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
