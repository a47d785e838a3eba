import { MAX_RETRY_AFTER_MS } from '../directory/scoring/schedule.ts';

/** The three date formats of RFC 9110 §5.6.7, always in GMT. Servers write the first. */
const IMF_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

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

function parseHttpDate(text: string): number | null {
  let at = Number.NaN;
  if (IMF_DATE.test(text) || RFC850_DATE.test(text)) at = Date.parse(text);
  else if (ASCTIME_DATE.test(text)) at = Date.parse(`${text} GMT`);
  return Number.isNaN(at) ? null : at;
}
