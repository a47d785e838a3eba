import { DAY_MS, elapsedMs } from '../duration.ts';
import type { DomainState } from '../state.ts';
import { uptimeRatio } from './uptime.ts';

/** Weights of the parts; one that is not known drops out, and the others count for more. */
const TRUST_WEIGHTS = { tls: 30, redirect: 20, uptime: 30, age: 20 } as const;
/** Ten years: a domain that is older gets no more. */
const FULL_AGE_DAYS = 3_652.5;

type TrustFacts = Pick<DomainState, 'tls_valid' | 'cross_domain_redirect' | 'uptime' | 'registered_at'>;

/** 0–100, or null when nothing at all is known. */
export function trustOf(facts: TrustFacts, at: string): number | null {
  const parts: Record<keyof typeof TRUST_WEIGHTS, number | null> = {
    tls: facts.tls_valid === null ? null : Number(facts.tls_valid),
    redirect: facts.cross_domain_redirect === null ? null : Number(!facts.cross_domain_redirect),
    uptime: uptimeRatio(facts.uptime, at),
    age: facts.registered_at === null ? null : ageOf(facts.registered_at, at),
  };
  let weight = 0;
  let sum = 0;
  for (const part of ['tls', 'redirect', 'uptime', 'age'] as const) {
    const value = parts[part];
    if (value === null) continue;
    weight += TRUST_WEIGHTS[part];
    sum += TRUST_WEIGHTS[part] * value;
  }
  return weight === 0 ? null : Math.round((100 * sum) / weight);
}

function ageOf(registeredAt: string, at: string): number {
  return Math.min(1, Math.max(0, elapsedMs(registeredAt, at) / DAY_MS / FULL_AGE_DAYS));
}
