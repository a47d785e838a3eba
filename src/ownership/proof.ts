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
/** A proof that could not be seen for so long, for whatever reason, proves nothing any more: the domain may be dead or sold. */
const UNSEEN_MS = 30 * DAY_MS;

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
  return { method, token_hash: hashToken(token), unseen_since: null, absence: null };
}

/**
 * What a recheck makes of the proof of a verified domain. The second absence, at least an hour after the first, begins a grace period
 * of seven days; so do 23 days on which it could not be seen at all, as of a site that does not answer. After the grace the
 * verification lapses when there were absences on three different days, or when the proof has not been seen for thirty days.
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
