/** Failure, because the URL cannot be read at the moment or is not a directory. */
export class MirrorError extends Error {
  override readonly name = 'MirrorError';
}

/** Error codes of DNS, sockets and TLS, each with a sentence about the host. */
const REASONS: readonly (readonly [pattern: RegExp, reason: (host: string, message: string) => string])[] = [
  [/^(?:ENOTFOUND|ENODATA|ENONAME)$/, (host) => `DNS has no address of ${host}. Check the spelling of <base_url>`],
  [/^(?:EAI_|ESERVFAIL)/, (host) => `DNS did not answer for ${host}. Try again later`],
  [/^ECONNREFUSED$/, (host) => `${host} refused the connection. Check the port of <base_url>`],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, (host) => `no network leads to ${host}`],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, (host) => `${host} closed the connection. Try again later`],
  [/TIMEOUT|ETIMEDOUT/, (host) => `${host} did not answer in time. Try again later`],
  [
    /CERT|TLS|SSL|^(?:EPROTO$|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH)/,
    (host, message) => `TLS with ${host} failed: ${message}`,
  ],
];

/** Returns a `MirrorError` with the reason of a failed request. Returns aborts and a `MirrorError` unchanged. */
export function toMirrorError(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || error instanceof MirrorError || error.name === 'AbortError') return error;
  const { code, message } = findCause(error);
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1](new URL(url).host, message) ?? message;
  return new MirrorError(`${url} cannot be read: ${reason}`, { cause: error });
}

/** Returns the first code of an error and its causes. */
function findCause(error: Error): { readonly code: string; readonly message: string } {
  const { message, cause } = error;
  if (error.name === 'TimeoutError') return { code: 'ETIMEDOUT', message };
  if ('code' in error && typeof error.code === 'string') return { code: error.code, message };
  const inner = error instanceof AggregateError ? error.errors[0] : cause;
  return inner instanceof Error ? findCause(inner) : { code: '', message };
}
