import { createHash } from 'node:crypto';
import { DAY_MS, elapsedMs, HOUR_MS } from '../directory/duration.ts';
import type { Proof } from '../directory/state.ts';
import type { Alert, ProofRecheck } from '../directory/visit.ts';

/** Minimum time between two counted absences, so that one deployment of the site does not count twice. */
const SECOND_ABSENCE_MS = HOUR_MS;
/** Grace period after the alert, long enough for a holiday or the wait for a DNS administrator. */
export const GRACE_MS = 7 * DAY_MS;
/** Fewest days with an absent proof, so that a stopped crawl does not end the verification. */
const LAPSE_DAYS = 3;
/** Longest time without seeing a proof. Afterwards the domain may be dead or sold. */
const UNSEEN_MS = 30 * DAY_MS;

export interface ProofStep {
  readonly proof: Proof | null;
  readonly verified: boolean;
  readonly alert: Alert | null;
}

/** Returns the stored form of a token, which identifies the token but does not reveal it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(`proof|${token}`).digest('hex');
}

/** Creates the proof of a token that was found now. */
export function newProof(method: Proof['method'], token: string): Proof {
  return { method, token_hash: hashToken(token), unseen_since: null, absence: null };
}

/**
 * Applies a recheck to the proof of a verified domain. A grace period of seven days starts with the second absence, at
 * least an hour after the first, or after 23 days in which no check could see the proof, for example because the site
 * does not respond. After the grace period, the verification ends if the proof was absent on three days, or not seen
 * for thirty days.
 */
export function stepProof(domain: string, before: Proof, { outcome, method }: ProofRecheck, at: string): ProofStep {
  const graceBefore = before.absence?.grace_since ?? null;
  if (outcome === 'present') {
    const proof = { ...before, method, unseen_since: null, absence: null };
    const since = graceBefore && before.absence?.since;
    return {
      proof,
      verified: true,
      alert: since ? { type: 'proof.restored', data: { domain, method, since, at } } : null,
    };
  }
  const unseenSince = before.unseen_since ?? at;
  const absence = nextAbsence(before.absence, outcome, unseenSince, at);
  const about = { domain, method: before.method, since: absence?.since ?? unseenSince };
  if (graceBefore !== null && elapsedMs(graceBefore, at) >= GRACE_MS) {
    const isGone = outcome === 'absent' && absence?.days.length === LAPSE_DAYS;
    if (isGone || elapsedMs(unseenSince, at) >= UNSEEN_MS) {
      return { proof: null, verified: false, alert: { type: 'verification.lapsed', data: { ...about, at } } };
    }
  }
  const proof = { ...before, unseen_since: unseenSince, absence };
  if (graceBefore !== null || !absence?.grace_since) return { proof, verified: true, alert: null };
  const lapsesAt = new Date(Date.parse(at) + GRACE_MS).toISOString();
  return { proof, verified: true, alert: { type: 'proof.missing', data: { ...about, lapses_at: lapsesAt, at } } };
}

type Absence = NonNullable<Proof['absence']>;

function nextAbsence(
  before: Absence | null,
  outcome: 'absent' | 'inconclusive',
  unseenSince: string,
  at: string,
): Absence | null {
  const isUnseenLong = elapsedMs(unseenSince, at) >= UNSEEN_MS - GRACE_MS;
  const begun = before ?? { since: outcome === 'absent' ? at : unseenSince, days: [], grace_since: null };
  const isSecond = before !== null && outcome === 'absent' && elapsedMs(before.since, at) >= SECOND_ABSENCE_MS;
  const grace_since = begun.grace_since ?? (isSecond || isUnseenLong ? at : null);
  if (outcome === 'inconclusive') return grace_since === null ? before : { ...begun, grace_since };
  const day = at.slice(0, 'YYYY-MM-DD'.length);
  const days = begun.days.includes(day) ? begun.days : [...begun.days, day].slice(0, LAPSE_DAYS);
  return { ...begun, days, grace_since };
}
