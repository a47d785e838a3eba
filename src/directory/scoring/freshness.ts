import { DAY_MS, elapsedMs } from '../duration.ts';

export const FRESH_DAYS = 30;
export const STALE_DAYS = 365;
/** RFC 9110 §5.6.7, the one form that senders may generate. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** 100 while the content changed within 30 days, falling in a straight line to 0 at 365; null when it is not known. */
export function freshnessOf(contentChangedAt: string | null, at: string): number | null {
  if (contentChangedAt === null) return null;
  const days = elapsedMs(contentChangedAt, at) / DAY_MS;
  const share = (STALE_DAYS - days) / (STALE_DAYS - FRESH_DAYS);
  return Math.round(100 * Math.min(1, Math.max(0, share)));
}

/**
 * When content that is seen for the first time last changed: what the server says, if it can be true, else the visit itself.
 * A server's clock may be ahead, or its date invented (1970, 2099).
 */
export function firstChangedAt(lastModified: string | null, at: string): string {
  if (lastModified === null || !HTTP_DATE.test(lastModified)) return at;
  const stated = Date.parse(lastModified);
  // Nothing can be older than the web.
  if (!Number.isFinite(stated) || stated < Date.UTC(1991, 0, 1) || stated > Date.parse(at)) return at;
  return new Date(stated).toISOString();
}
