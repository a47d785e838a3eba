/** Kind of failure, as shown by API, OpenAPI, MCP and error pages. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** Meaning of the code. */
  readonly summary: string;
  /** Advice for the caller. */
  readonly remedy: string;
}

/** All failures that a caller can get. Codes are permanent: they are never renamed, reused or removed. */
export const ERRORS = {
  'request.invalid': {
    status: 400,
    title: 'The request is malformed',
    summary: 'A parameter or a member of the body is missing, unknown, of the wrong type or out of its bounds.',
    remedy: 'Correct what `errors` lists, one entry for each parameter or member, and send the request again.',
  },
  'domain.invalid': {
    status: 400,
    title: 'This is not a domain name that can be listed',
    summary: 'The value is not the name of a public website: `detail` says why.',
    remedy: 'Use a registered domain name such as example.com, without scheme, port or path.',
  },
  'package.invalid': {
    status: 400,
    title: 'This is not a package that can be resolved',
    summary: 'The value is not the name of a package in a registry that the directory reads: npm, PyPI or crates.io.',
    remedy: 'Write a package URL such as pkg:npm/zod, pkg:pypi/httpx or pkg:cargo/serde.',
  },
  'key.missing': {
    status: 401,
    title: 'An owner key is needed',
    summary: 'This operation belongs to the owner of the domain and no key was sent.',
    remedy: 'Send `Authorization: Bearer <API_KEY>`; a key is issued by proving control of the domain.',
  },
  'key.invalid': {
    status: 401,
    title: 'The owner key is not valid',
    summary: 'The key is malformed, unknown, suspended, or has been replaced by a later one.',
    remedy: 'Verify the domain again: that issues a new key and revokes every earlier one.',
  },
  'key.forbidden': {
    status: 403,
    title: 'The key belongs to another domain',
    summary: 'The key is valid, but for a domain other than the one in the path. A key works for one domain only.',
    remedy: 'Use the key of this domain, or verify this domain to get one.',
  },
  'origin.forbidden': {
    status: 403,
    title: 'The request comes from another site',
    summary:
      'The `Host` or `Origin` of the request is not this service. A page of another site may not post our forms, nor use the MCP endpoint of a server on your machine.',
    remedy:
      'Connect from a program, or from a page of this service, at the address in /docs/mcp; a proxy must pass `Host` on.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this address',
    summary: 'No resource of the service has this path.',
    remedy: 'Compare the path with the interface description at /openapi.json.',
  },
  'watch.unknown': {
    status: 404,
    title: 'There is no such watch',
    summary: 'No watch has this id and token: it was deleted, has expired, or its receiver was gone.',
    remedy: 'There is nothing to delete. Open another watch with `POST /v1/watches`.',
  },
  'domain.unknown': {
    status: 404,
    title: 'The domain is not in the directory',
    summary: 'The name is well formed, but nobody has registered it here yet.',
    remedy: 'Register it with `POST /v1/sites`; it is crawled within a minute.',
  },
  'package.unknown': {
    status: 404,
    title: 'The registry has no such package',
    summary: 'The registry answered that it has no public package of this name, less than a day ago.',
    remedy: 'Compare the name with the registry. Private packages cannot be resolved.',
  },
  'text.unavailable': {
    status: 404,
    title: 'The directory holds no text of this site',
    summary: 'The stored text is shown for listed sites whose llms.txt has been valid at least once.',
    remedy: 'Look the domain up to see its status and tier, or check it to see its file as it is now.',
  },
  'method.not_allowed': {
    status: 405,
    title: 'The method is not allowed here',
    summary: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` field.',
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable representation',
    summary: 'The resource is not available in any of the media types that `Accept` allows.',
    remedy: 'Ask for one of the media types in `detail`, or leave `Accept` out.',
  },
  'notifications.unconfigured': {
    status: 409,
    title: 'No notification channel is configured',
    summary: 'There is neither a webhook nor an e-mail address to send to.',
    remedy: 'Set `webhook_url` or `notify_email` with PATCH first.',
  },
  'watch.full': {
    status: 409,
    title: 'Your network has as many watches as it may',
    summary: 'Your network has the most watches of this domain, or the most in all.',
    remedy: 'Delete a watch with its `delete_url`, or wait until a watch expires.',
  },
  'mail.unavailable': {
    status: 409,
    title: 'This service sends no mail',
    summary: 'No mail server is configured here, so an e-mail address could never be confirmed.',
    remedy: 'Use `webhook_url`, or leave `notify_email` out.',
  },
  'request.too_large': {
    status: 413,
    title: 'The body is too large',
    summary: 'A request body may have at most 64 KiB.',
    remedy: 'Send less.',
  },
  'media.unsupported': {
    status: 415,
    title: 'The media type is not supported',
    summary: 'A request body must be JSON, uncompressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  'range.not_satisfiable': {
    status: 416,
    title: 'The file has no such part',
    summary: 'The range that the request asks for begins after the end of the file.',
    remedy: 'Ask for a range within the size that `Content-Range` names, or for the whole file.',
  },
  'claim.missing': {
    status: 422,
    title: 'The request does not say whose proof is meant',
    summary:
      'The address of this client is shared or unknown, or the request comes from a page of another site: the token of a plain verify would be nobody’s.',
    remedy: 'Send the request to the `verify_endpoint` that came with your token; its `claim` says whose proof it is.',
  },
  'proof.not_found': {
    status: 422,
    title: 'The proof was not found yet',
    summary: 'None of the four methods shows the token that this client was given.',
    remedy: 'Publish one of the proofs as given, wait until your site serves it, and verify again.',
  },
  'watch.not_agreed': {
    status: 422,
    title: 'The receiver has not agreed',
    summary:
      'The receiver of a watch did not return the value of `data.challenge` of the `watch.challenge` that it was sent.',
    remedy: 'Answer 200 with the value as text, or as {"challenge": "…"}, and ask again.',
  },
  'rate.limited': {
    status: 429,
    title: 'Too many requests',
    summary: 'A quota is used up: of this client’s network, of the domain, or of the service.',
    remedy: 'Wait for the seconds in `Retry-After`; `RateLimit-Policy` names the quotas.',
  },
  'recrawl.too_soon': {
    status: 429,
    title: 'The last recrawl is too recent',
    summary: 'A domain was recrawled on demand a few minutes ago. It does not matter who asked.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  internal: {
    status: 500,
    title: 'The service failed',
    summary: 'Something went wrong on our side. The failure has been recorded with the id in `instance`.',
    remedy: 'Try again later; if it happens again, report the id in `instance`.',
  },
  'site.unreachable': {
    status: 502,
    title: 'The site could not be reached',
    summary: 'No answer came from the site: its name, address, connection or certificate failed.',
    remedy: 'Look at `detail`, repair the site, and ask again a minute later.',
  },
  'store.unavailable': {
    status: 503,
    title: 'The directory is not available',
    summary: 'The database does not answer at the moment.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
  'service.busy': {
    status: 503,
    title: 'The service is busy',
    summary:
      'Too many checks or drafts are running, too many requests wait for the same site, or the server is about to stop.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
  'package.pending': {
    status: 503,
    title: 'The package is not read yet',
    summary: 'The directory reads one package of a registry per second, and other packages come first.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
  'registry.unreachable': {
    status: 503,
    title: 'The registry could not be read',
    summary: 'The registry of the package did not answer, or it answered in an unknown form.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
  'site.timeout': {
    status: 504,
    title: 'The site took too long',
    summary: 'The site did not finish its answer in time.',
    remedy: 'Look at `detail`, and ask again a minute later.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);

/** Fault of a request, located by a JSON pointer into the body or a parameter name. */
export type Violation =
  | { readonly pointer: string; readonly detail: string }
  | { readonly parameter: string; readonly detail: string };

export interface ErrorFacts {
  /** Seconds to wait before the next try. */
  readonly retryAfterS?: number;
  readonly violations?: readonly Violation[];
  /** Further members of the problem (RFC 9457 §3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * Failure reported to the caller. `message` becomes `detail`. It is a sentence without secrets or upstream bodies.
 */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  readonly code: ErrorCode;
  readonly retryAfterS: number | null;
  readonly violations: readonly Violation[];
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, detail: string, facts: ErrorFacts = {}) {
    super(detail, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.retryAfterS = facts.retryAfterS ?? null;
    this.violations = facts.violations ?? [];
    this.members = facts.members ?? {};
  }
}
