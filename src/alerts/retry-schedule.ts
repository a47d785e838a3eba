import { HOUR_MS, MINUTE_MS } from '../directory/duration.ts';

const SECOND_MS = 1_000;

/** Waits after each failure, as recommended by Standard Webhooks. The waits add up to three and a half days. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Largest random share added to a wait, so that a recovered receiver does not get all messages together. */
const JITTER = 0.2;

/**
 * Returns the time of the next try after `failures` failures, or null if the message is dead. `random` gives numbers
 * in [0, 1).
 */
export function nextTryAt(failures: number, now: number, random: () => number): string | null {
  const waitMs = WAITS_MS[failures - 1];
  return waitMs === undefined ? null : new Date(now + Math.round(waitMs * (1 + JITTER * random()))).toISOString();
}
