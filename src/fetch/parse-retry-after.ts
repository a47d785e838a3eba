import { parseHttpDate } from '../directory/parse-http-date.ts';
import { MAX_RETRY_AFTER_MS } from '../directory/scoring/schedule.ts';

/**
 * Returns the wait of a Retry-After field (RFC 9110 §10.2.3), in ms, at most seven days. Returns null if the value is
 * not usable.
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  const at = parseHttpDate(text);
  return at === null ? null : Math.min(Math.max(at - nowMs, 0), MAX_RETRY_AFTER_MS);
}
