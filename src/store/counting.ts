import { z } from 'zod';
import type { Call, Clock } from './client.ts';

/** Stored count that differs from a new count. */
const counterDriftSchema = z.object({ fact: z.string(), kept: z.int().nullable(), found: z.int().nullable() });

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

const standingSchema = z
  .object({
    name: z.string(),
    /** False if this quota refuses the request. */
    open: z.boolean(),
    remaining: z.int(),
    reset_s: z.int(),
  })
  .transform(({ reset_s: resetS, ...standing }) => ({ ...standing, resetS }));
export type QuotaStanding = z.output<typeof standingSchema>;

/** Results in the order of the takes. */
const quotasTakenSchema = z.object({ allowed: z.boolean(), standings: z.array(standingSchema) });

export function createCountingStore(read: Call, call: Call, clock: Clock) {
  return {
    /** Counts lookups of tracked domains only. */
    countLookups: async (counts: readonly LookupCount[]) => {
      await call('count_lookups', { counts, ...clock() }, z.int());
    },
    /** Counts a request against every quota, or against none if one refuses. Applies across processes. */
    takeQuotas: (takes: readonly QuotaTake[]) => {
      const rows = takes.map(({ windowS, ...take }) => ({ ...take, window_s: windowS }));
      return read('take_quotas', { takes: rows, ...clock() }, quotasTakenSchema);
    },
    /** Compares stored counts with new counts. Returns the differences. Reads the whole directory. */
    verifyCounters: () => call('verify_counters', {}, z.array(counterDriftSchema)),
  };
}
