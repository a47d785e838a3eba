import { DirectoryError } from '../../../src/directory/errors.ts';
import { parseHttpDate } from '../../../src/directory/parse-http-date.ts';
import type { Answer } from './answer.ts';
import { matchesTag } from './matches-tag.ts';

/** Returns a request field by its lowercase name. */
type FindField = (name: string) => string | undefined;

/**
 * Compares the conditions of a request with the representation of its answer, in the order of RFC 9110 §13.2.2. Returns a 304
 * if the client has this representation, or else the answer. The client merges the fields of a 304 (RFC 9111 §3.2) and already
 * has the fields about the body. Throws precondition.failed if the client expects another representation.
 */
export function applyConditions(field: FindField, answer: Answer): Answer {
  const { etag, 'last-modified': lastModified } = answer.headers;
  // A condition without a tag or date to compare, or of a failed request, has no effect.
  if (answer.status !== 200 || etag === undefined) return answer;
  const modifiedAt = lastModified === undefined ? null : parseHttpDate(lastModified);
  if (!isExpected(field, etag, modifiedAt)) {
    throw new DirectoryError('precondition.failed', `The representation now has the tag ${etag}.`);
  }
  if (!isKnown(field, etag, modifiedAt)) return answer;
  const { 'content-type': _, 'content-encoding': __, ...headers } = answer.headers;
  return { status: 304, headers, body: null };
}

/** Reports whether `If-Match`, or else `If-Unmodified-Since`, allows the answer. */
function isExpected(field: FindField, etag: string, modifiedAt: number | null): boolean {
  const expected = field('if-match');
  if (expected !== undefined) return matchesTag(expected, etag, 'strong');
  const since = parseDate(field('if-unmodified-since'));
  return since === null || modifiedAt === null || modifiedAt <= since;
}

/** Reports whether `If-None-Match`, or else `If-Modified-Since`, names the representation. */
function isKnown(field: FindField, etag: string, modifiedAt: number | null): boolean {
  const ifNoneMatch = field('if-none-match');
  if (ifNoneMatch !== undefined) return matchesTag(ifNoneMatch, etag, 'weak');
  const since = parseDate(field('if-modified-since'));
  return since !== null && modifiedAt !== null && modifiedAt <= since;
}

const parseDate = (text: string | undefined) => (text === undefined ? null : parseHttpDate(text.trim()));
