/**
 * Reports whether the body is the file. Only status 200 delivers the file. 202 announces it, 203 has a body changed by a proxy,
 * and 206 has a part (RFC 9110 §15.3).
 */
export function isSuccess(status: number): boolean {
  return status === 200;
}

/** Reports whether the server says that there is nothing at the URL (RFC 9110 §15.5.5, §15.5.11). */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** Statuses that refuse a program. Some content delivery networks answer crawlers with 402 to ask for payment. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 429, 451]);

/** Reports whether a site refuses a program, which proves nothing about the file. */
export function isBlockedStatus(status: number): boolean {
  return REFUSALS.has(status);
}

/** Reports whether the server may answer later. 408 and 425 request a retry. */
export function isTemporaryStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425;
}
