import { DirectoryError, ERRORS, type ErrorCode, type ErrorEntry } from '../../../src/directory/errors.ts';
import { paths } from '../../../src/directory/urls.ts';
import { toDirectoryError } from '../../../src/operations/to-directory-error.ts';
import type { Log } from '../../../src/runtime/log.ts';
import { type Answer, uncachedAnswer } from './answer.ts';
import { RangeNotSatisfiable } from './file-body.ts';
import { PROBLEM_TYPE } from './media-types.ts';

/** Failure of a method that a path does not support. */
export class MethodNotAllowed extends DirectoryError {
  readonly allow: string;

  constructor(path: string, allow: string) {
    super('method.not_allowed', `${path.slice(0, 200)} answers ${allow}.`);
    this.allow = allow;
  }
}

/**
 * Converts a failure for the caller. The caller gets only the name of an internal error. The log gets the error as `event`, with the request id.
 */
export function explainFailure(caught: unknown, log: Log, event: string, requestId: string): DirectoryError {
  const directoryError = toDirectoryError(caught);
  if (directoryError) return directoryError;
  const error = caught instanceof Error ? (caught.stack ?? caught.message) : String(caught);
  log.error(event, { request: requestId, error });
  return new DirectoryError('internal', 'Something went wrong on our side.', { cause: caught });
}

/** Creates a problem document (RFC 9457). */
export function renderProblem(error: DirectoryError, baseUrl: string, requestId: string) {
  const entry: ErrorEntry = ERRORS[error.code];
  return {
    type: `${baseUrl}${paths.error(error.code)}`,
    title: entry.title,
    status: entry.status,
    detail: error.message,
    // URI reference of this occurrence (RFC 9457 §3.1.5).
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    ...(error.violations.length > 0 ? { errors: error.violations } : {}),
    ...error.members,
  };
}

/** Challenges by error code (RFC 6750 §3). */
const CHALLENGES: Partial<Readonly<Record<ErrorCode, string>>> = {
  'key.missing': 'Bearer realm="owner"',
  'key.invalid': 'Bearer realm="owner", error="invalid_token"',
  'key.forbidden': 'Bearer realm="owner", error="insufficient_scope"',
};

/** Returns the uncached answer to a failed request, with the fields of its status. */
export function problemAnswer(error: DirectoryError, baseUrl: string, requestId: string): Answer {
  const problem = renderProblem(error, baseUrl, requestId);
  const answer = { status: problem.status, contentType: PROBLEM_TYPE, body: JSON.stringify(problem) };
  return uncachedAnswer(answer, failureFields(error));
}

export function failureFields(error: DirectoryError): Answer['headers'] {
  const challenge = CHALLENGES[error.code];
  return {
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(error.retryAfterS !== null && { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterS))) }),
    ...(error instanceof MethodNotAllowed && { allow: error.allow }),
    ...(error instanceof RangeNotSatisfiable && { 'content-range': error.contentRange }),
  };
}
