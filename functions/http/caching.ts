import { createHash } from 'node:crypto';
import type { Answer, Call } from './answer.ts';

/** How long an answer may be used by others without asking, and for how long after that while they ask. */
export interface Caching {
  readonly maxAgeS: number;
  readonly staleS: number;
}

export function cacheControl({ maxAgeS, staleS }: Caching): string {
  return `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}`;
}

/** Characters of the tag: 132 bits of SHA-256, so that two versions never meet. */
const TAG_CHARACTERS = 22;

/** Strong entity tag of a body (RFC 9110 §8.8.3). */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, TAG_CHARACTERS)}"`;
}

/** Weak comparison, as RFC 9110 §13.1.2 wants it for `If-None-Match`. */
function matchesTag(field: string, tag: string): boolean {
  if (field.trim() === '*') return true;
  return field.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

/** 304 without a body when the client holds this very representation; the answer itself otherwise. */
export function revalidate(call: Call, answer: Answer): Answer {
  const tag = answer.headers['etag'];
  if (answer.status !== 200 || tag === undefined) return answer;
  const asked = call.header('if-none-match');
  if (asked === null || !matchesTag(asked, tag)) return answer;
  return { status: 304, headers: answer.headers, body: null };
}
