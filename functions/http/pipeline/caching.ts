import { DirectoryError } from '../../../src/directory/errors.ts';
import type { Answer } from './answer.ts';

/** Cache times of an answer: fresh, then stale while revalidating. */
interface SharedCaching {
  readonly maxAgeS: number;
  readonly staleS: number;
}

export function cacheControl({ maxAgeS, staleS }: SharedCaching): string {
  return `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}`;
}

/** A page may be one minute old, and is served while a newer one is fetched. */
export const PAGE_CACHE = cacheControl({ maxAgeS: 60, staleS: 600 });

/** Descriptions of the service change only with a release. */
export const DESCRIPTION_CACHE = cacheControl({ maxAgeS: 3_600, staleS: 86_400 });

/** Badges are embedded in other pages. They are fresh for five minutes and may be served for an hour. */
export const BADGE_CACHE = cacheControl({ maxAgeS: 300, staleS: 3_600 });

interface Conditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Returns a 304 if `If-None-Match` matches this representation, or else the answer. The client merges the fields of a
 * 304 (RFC 9111 §3.2) and already has those about the body. Throws `DirectoryError` precondition.failed if `If-Match`
 * does not match. No answer has a `Last-Modified` field, so conditions about dates do not apply (RFC 9110 §13.2.2).
 */
export function revalidate({ ifMatch, ifNoneMatch }: Conditions, answer: Answer): Answer {
  const tag = answer.headers['etag'];
  if (answer.status !== 200 || tag === undefined) return answer;
  if (ifMatch !== undefined && !namesTag(ifMatch, (candidate) => candidate === tag)) {
    throw new DirectoryError('precondition.failed', `The tag of this response is now ${tag}.`);
  }
  // Weak comparison (RFC 9110 §13.1.2).
  const opaque = (text: string) => text.replace(/^W\//, '');
  if (ifNoneMatch === undefined || !namesTag(ifNoneMatch, (candidate) => opaque(candidate) === opaque(tag))) {
    return answer;
  }
  const { 'content-type': _, 'content-encoding': __, ...headers } = answer.headers;
  return { status: 304, headers, body: null };
}

function namesTag(field: string, isTag: (candidate: string) => boolean): boolean {
  return field.trim() === '*' || field.split(',').some((candidate) => isTag(candidate.trim()));
}
