import { z } from 'zod';
import type { Call, Clock } from './client.ts';

/** Stored count that differs from a new count. */
const counterDriftSchema = z.object({ fact: z.string(), kept: z.int().nullable(), found: z.int().nullable() });
export type CounterDrift = z.infer<typeof counterDriftSchema>;

export interface LookupCount {
  readonly domain: string;
  readonly count: number;
}

/** Quota that allows `quota` requests within `windowS` seconds of the first. */
export interface Quota {
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
}

/** Request counted against a quota. */
export interface QuotaTake extends Quota {
  /** Opaque key of the quota's holder. */
  readonly subject: string;
  /** Opaque key of the requesting network, if networks share the quota as `mayTake` decides. */
  readonly network?: string;
}

export interface QuotaStanding {
  readonly name: string;
  /** False if this quota refuses the request. */
  readonly open: boolean;
  readonly remaining: number;
  readonly resetS: number;
}

export interface QuotasTaken {
  readonly allowed: boolean;
  /** Results in the order of the takes. */
  readonly standings: readonly QuotaStanding[];
}

export interface CountingStore {
  /** Counts lookups of tracked domains only. */
  countLookups(counts: readonly LookupCount[]): Promise<void>;
  /** Counts a request against every quota, or against none if one refuses. Applies across processes. */
  takeQuotas(takes: readonly QuotaTake[]): Promise<QuotasTaken>;
  /** Compares stored counts with new counts. Returns the differences. Reads the whole directory. */
  verifyCounters(): Promise<readonly CounterDrift[]>;
}

const quotasTakenSchema = z.object({
  allowed: z.boolean(),
  standings: z.array(z.object({ name: z.string(), open: z.boolean(), remaining: z.int(), reset_s: z.int() })),
});

export function createCountingStore(read: Call, call: Call, clock: Clock): CountingStore {
  return {
    countLookups: async (counts) => {
      await call('count_lookups', { counts, ...clock() }, z.int());
    },
    takeQuotas: async (takes) => {
      const rows = takes.map(({ windowS, ...take }) => ({ ...take, window_s: windowS }));
      const { allowed, standings } = await read('take_quotas', { takes: rows, ...clock() }, quotasTakenSchema);
      return { allowed, standings: standings.map(({ reset_s, ...standing }) => ({ ...standing, resetS: reset_s })) };
    },
    verifyCounters: () => call('verify_counters', {}, z.array(counterDriftSchema)),
  };
}
