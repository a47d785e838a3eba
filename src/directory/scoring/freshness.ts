import { DAY_MS, elapsedMs } from '../duration.ts';

export const FRESH_DAYS = 30;
export const STALE_DAYS = 365;
/** Date format that senders may generate (RFC 9110 §5.6.7). */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Computes freshness: 100 up to 30 days after a change, falling linearly to 0 at 365 days. Returns null if the change
 * is unknown.
 */
export function computeFreshness(contentChangedAt: string | null, at: string): number | null {
  if (contentChangedAt === null) return null;
  const days = elapsedMs(contentChangedAt, at) / DAY_MS;
  const share = (STALE_DAYS - days) / (STALE_DAYS - FRESH_DAYS);
  return Math.round(100 * Math.min(1, Math.max(0, share)));
}

/**
 * Returns the time of the last change of new content. Uses the server's date, or the visit if the date is implausible
 * (1970, 2099).
 */
export function firstChangedAt(lastModified: string | null, at: string): string {
  if (lastModified === null || !HTTP_DATE.test(lastModified)) return at;
  const stated = Date.parse(lastModified);
  // Use the visit's time if the date is before the web.
  if (!Number.isFinite(stated) || stated < Date.UTC(1991, 0, 1) || stated > Date.parse(at)) return at;
  return new Date(stated).toISOString();
}
