import type { Answer } from './answer.ts';

/** How long an answer may be used by others without asking, and for how long after that while they ask. */
interface SharedCaching {
  readonly maxAgeS: number;
  readonly staleS: number;
}

export function cacheControl({ maxAgeS, staleS }: SharedCaching): string {
  return `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}`;
}

/** A page may be a minute old, and is shown while a newer one is fetched. */
export const PAGE_CACHE = cacheControl({ maxAgeS: 60, staleS: 600 });

/** Badges are embedded in pages of others: five minutes old is fresh, and one of an hour is better than none. */
export const BADGE_CACHE = cacheControl({ maxAgeS: 300, staleS: 3_600 });

/**
 * 304 when the client, by its `If-None-Match`, holds this very representation; the answer itself otherwise. The client puts the
 * fields of a 304 over those that it keeps (RFC 9111 §3.2), and what describes the body it has already.
 */
export function revalidate(ifNoneMatch: string | undefined, answer: Answer): Answer {
  const tag = answer.headers['etag'];
  if (ifNoneMatch === undefined || answer.status !== 200 || tag === undefined) return answer;
  if (!matchesTag(ifNoneMatch, tag)) return answer;
  const { 'content-type': _, 'content-encoding': __, ...headers } = answer.headers;
  return { status: 304, headers, body: null };
}

/** Weak comparison, as RFC 9110 §13.1.2 wants it for `If-None-Match`. */
function matchesTag(field: string, tag: string): boolean {
  if (field.trim() === '*') return true;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return field.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}
