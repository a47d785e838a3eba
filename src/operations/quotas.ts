import type { Quota } from '../store/store.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;

export interface QuotaRules {
  /** Held across all processes, in the store; the others are counted by each process for itself. */
  readonly shared: boolean;
  readonly policies: readonly Quota[];
}

/** The quotas of the service, for each client network. A request takes from every policy of its group. */
export const QUOTAS = {
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
