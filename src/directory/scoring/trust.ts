import { hasPrivateSuffix } from '../domain-name.ts';
import { DAY_MS, elapsedMs } from '../duration.ts';
import type { DomainState } from '../state.ts';
import { computeUptime } from './uptime.ts';

/** Shares of trust, in percent. Age and uptime count for 70, because a new server gets the other 30 within a minute. */
export const TRUST_WEIGHTS = { tls: 20, redirect: 10, uptime: 40, age: 30 } as const;
/** Age that gives the most points: ten years. */
const FULL_AGE_DAYS = 3_652.5;

type TrustInput = Pick<
  DomainState,
  'domain' | 'tls_valid' | 'cross_domain_redirect' | 'uptime' | 'registered_at' | 'first_seen'
>;

/** Computes trust from 0 to 100. Returns null before the first visit. Unknown parts add nothing. */
export function computeTrust(facts: TrustInput, at: string): number | null {
  const { tls_valid, cross_domain_redirect, uptime, first_seen } = facts;
  if (tls_valid === null && cross_domain_redirect === null && uptime.length === 0) return null;
  return Math.round(
    TRUST_WEIGHTS.tls * Number(tls_valid === true) +
      TRUST_WEIGHTS.redirect * Number(cross_domain_redirect === false) +
      TRUST_WEIGHTS.uptime * computeUptime(uptime, first_seen, at) +
      TRUST_WEIGHTS.age * computeAge(findAgeStart(facts), at),
  );
}

/**
 * Returns the start of a name's age. A name under a private suffix such as pages.dev is free and in no registry, so
 * its age starts when the directory first saw it.
 */
function findAgeStart({ domain, registered_at, first_seen }: TrustInput): string {
  return registered_at === null || hasPrivateSuffix(domain) ? first_seen : registered_at;
}

/** Returns the age as a share of ten years, 0–1. */
function computeAge(since: string, at: string): number {
  return Math.min(1, Math.max(0, elapsedMs(since, at) / DAY_MS / FULL_AGE_DAYS));
}
