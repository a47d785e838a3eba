import {
  type DirectoryError,
  ERRORS,
  type ErrorCode,
  type ErrorEntry,
  type Violation,
} from '../../src/directory/errors.ts';
import { paths } from '../../src/directory/urls.ts';
import type { Answer } from './answer.ts';

/** An RFC 9457 document. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly errors?: readonly Violation[];
  readonly [member: string]: unknown;
}

export function renderProblem(error: DirectoryError, baseUrl: string, requestId: string): Problem {
  const entry: ErrorEntry = ERRORS[error.code];
  return {
    type: `${baseUrl}${paths.error(error.code)}`,
    title: entry.title,
    status: entry.status,
    detail: error.message,
    // RFC 9457 §3.1.5: a URI reference that identifies this occurrence.
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    ...(error.violations.length > 0 ? { errors: error.violations } : {}),
    ...error.members,
  };
}

/** RFC 6750 §3: what to authenticate with, and what was wrong with what was sent. */
const CHALLENGES: Partial<Readonly<Record<ErrorCode, string>>> = {
  'key.missing': 'Bearer realm="owner"',
  'key.invalid': 'Bearer realm="owner", error="invalid_token"',
  'key.forbidden': 'Bearer realm="owner", error="insufficient_scope"',
};

/** The answer to a request that failed: never cached, with `Retry-After` where waiting helps. */
export function problemAnswer(error: DirectoryError, baseUrl: string, requestId: string): Answer {
  const problem = renderProblem(error, baseUrl, requestId);
  const challenge = CHALLENGES[error.code];
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
      ...(error.retryAfterS === null ? {} : { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterS))) }),
    },
    body: JSON.stringify(problem),
  };
}
