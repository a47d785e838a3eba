import { HOUR_MS } from '../directory/duration.ts';

/** A network that wants a slot. */
interface Candidate {
  /** Time of slots that it has used, in ms. */
  readonly use: number;
  /** When it asked; infinite if it does not ask now. */
  readonly since: number;
}

/** Longest wait that a caller is told. */
const MAX_WAIT_MS = HOUR_MS;

/**
 * Returns how long a network waits for a slot. Plays the line forward with the lengths of the latest turns: first come the
 * networks that have used less, until they have used as much, and of equals those that asked before.
 */
export function expectedWaitMs(
  own: Candidate,
  others: readonly Candidate[],
  turns: readonly number[],
  slots: number,
): number {
  const mostMs = MAX_WAIT_MS * slots;
  let workMs = meanOf(turns);
  let i = 0;
  for (const { use: usedMs, since } of others) {
    let use = usedMs;
    let isBefore = use < own.use || (use === own.use && since <= own.since);
    while (isBefore && workMs < mostMs) {
      const turnMs = Math.max(1, turns[i % turns.length] ?? 0);
      use += turnMs;
      workMs += turnMs;
      isBefore = use < own.use;
      i += 1;
    }
  }
  return workMs / slots;
}

export function meanOf(durations: readonly number[]): number {
  return durations.reduce((sum, ms) => sum + ms, 0) / durations.length;
}
