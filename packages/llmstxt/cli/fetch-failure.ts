import { FAILURE_WORDS, type FetchFailure, type ResponseFacts } from '../src/index.ts';

/** Error codes of Node's DNS, sockets, HTTP parser (llhttp) and zlib. */
const CODES: readonly (readonly [pattern: RegExp, failure: FetchFailure])[] = [
  [/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL|ENONAME)/, 'dns'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/, 'connect'],
  [/^(?:ECONNRESET|EPIPE)$/, 'reset'],
  [/^HPE_HEADER_OVERFLOW$/, 'too-large'],
  [/^HPE_/, 'protocol'],
  [/^(?:Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_ZLIB)/, 'decoding'],
  [/CERT|TLS|SSL|^(?:EPROTO$|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH)/, 'tls'],
];

/** Explains a response without a usable body, as text after a colon. */
export function explainResponse(
  { failure, status }: Pick<ResponseFacts, 'failure' | 'status'>,
  server = 'server',
): string {
  return failure === null ? `the ${server} responded with ${status}` : FAILURE_WORDS[failure];
}

/** Returns the reason of a failed fetch, from the error or its causes. */
export function toFailure(error: unknown): FetchFailure {
  if (!(error instanceof Error)) return 'protocol';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  const match = CODES.find(([pattern]) => pattern.test(code));
  if (match !== undefined) return match[1];
  if (error instanceof AggregateError && error.errors.length > 0) return toFailure(error.errors[0]);
  return error.cause === undefined ? 'protocol' : toFailure(error.cause);
}
