import { createHash } from 'node:crypto';
import { DAY_MS, elapsedMs, HOUR_MS } from '../directory/duration.ts';
import type { Proof } from '../directory/state.ts';
import type { Alert, ProofRecheck } from '../directory/visit.ts';

/** The second absence has to come this much later, so that one deployment of the site does not count twice. */
const SECOND_ABSENCE_MS = HOUR_MS;
/** From the alert on: time for a holiday, or for whoever administers the DNS. */
export const GRACE_MS = 7 * DAY_MS;
/** Days on which the proof was absent: a crawl that stopped after two absences does not let the verification lapse by waiting. */
const LAPSE_DAYS = 3;

export interface ProofStep {
  readonly proof: Proof | null;
  readonly verified: boolean;
  readonly alert: Alert | null;
}

/** The stored form of a token: enough to recognize it, and useless to whoever reads the table. */
export function hashToken(token: string): string {
  return createHash('sha256').update(`proof|${token}`).digest('hex');
}

/** A proof that was seen just now. */
export function newProof(method: Proof['method'], token: string): Proof {
  return { method, token_hash: hashToken(token), absence: null };
}

/**
 * What a recheck makes of the proof of a verified domain. An inconclusive one never counts; the second absence, at least an hour after
 * the first, begins a grace period of seven days; after it, with absences on three different days, the verification lapses.
 */
export function stepProof(domain: string, before: Proof, seen: ProofRecheck, at: string): ProofStep {
  const { absence } = before;
  if (seen.outcome === 'inconclusive') return { proof: before, verified: true, alert: null };
  if (seen.outcome === 'present') {
    const since = absence?.grace_since ? absence.since : null;
    return {
      proof: { ...before, method: seen.method, absence: null },
      verified: true,
      alert: since === null ? null : { type: 'proof.restored', data: { domain, method: seen.method, since, at } },
    };
  }
  const day = at.slice(0, 'YYYY-MM-DD'.length);
  if (absence === null) return absent(before, { since: at, days: [day], grace_since: null }, null);
  const days = absence.days.includes(day) ? absence.days : [...absence.days, day].slice(0, LAPSE_DAYS);
  if (absence.grace_since === null) {
    if (elapsedMs(absence.since, at) < SECOND_ABSENCE_MS) return absent(before, { ...absence, days }, null);
    const lapsesAt = new Date(Date.parse(at) + GRACE_MS).toISOString();
    const data = { domain, method: before.method, since: absence.since, lapses_at: lapsesAt, at };
    return absent(before, { ...absence, days, grace_since: at }, { type: 'proof.missing', data });
  }
  if (elapsedMs(absence.grace_since, at) < GRACE_MS || days.length < LAPSE_DAYS) {
    return absent(before, { ...absence, days }, null);
  }
  return {
    proof: null,
    verified: false,
    alert: { type: 'verification.lapsed', data: { domain, method: before.method, since: absence.since, at } },
  };
}

function absent(before: Proof, absence: Proof['absence'], alert: Alert | null): ProofStep {
  return { proof: { ...before, absence }, verified: true, alert };
}
