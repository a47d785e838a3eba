/** Kind of failure, as shown by API, OpenAPI, MCP and error pages. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly summary: string;
  readonly remedy: string;
}

/** All failures that a caller can get. Never rename, reuse or remove a code. */
export const ERRORS = {
  'request.invalid': {
    status: 400,
    title: 'The request is malformed',
    summary: 'A parameter or a member of the body is missing or unknown, has the wrong type, or is out of bounds.',
    remedy: 'Correct the parameters or members in `errors`, and send the request again.',
  },
  'domain.invalid': {
    status: 400,
    title: 'This is not a valid domain name',
    summary: 'The value is not the name of a public website. `detail` has the reason.',
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
    summary: 'Only the owner of the domain may use this operation, and the request has no key.',
    remedy: 'Send `Authorization: Bearer <API_KEY>`; prove control of the domain to get a key.',
  },
  'key.invalid': {
    status: 401,
    title: 'The owner key is not valid',
    summary: 'The key is malformed, unknown, suspended, or replaced by a later key.',
    remedy: 'Verify the domain again. This creates a new key and revokes every earlier key.',
  },
  'key.forbidden': {
    status: 403,
    title: 'The key belongs to another domain',
    summary: 'The key belongs to another domain. A key works for only one domain.',
    remedy: 'Use the key of this domain, or verify this domain to get one.',
  },
  'origin.forbidden': {
    status: 403,
    title: 'The request comes from another site',
    summary:
      'The `Host` or `Origin` of the request is not this service. A page of another site may not submit our forms or use the MCP endpoint of a server on your machine.',
    remedy: 'Connect from a program or from a page of this service to the URL in /docs/mcp. A proxy must pass `Host`.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this URL',
    summary: 'The service has no resource with this path.',
    remedy: 'Compare the path with the API description at /openapi.json.',
  },
  'watch.unknown': {
    status: 404,
    title: 'There is no such watch',
    summary: 'There is no watch with this ID and token. It was deleted, it expired, or its receiver was gone.',
    remedy: 'There is nothing to delete. Open another watch with `POST /v1/watches`.',
  },
  'domain.unknown': {
    status: 404,
    title: 'The domain is not in the directory',
    summary: 'The domain name is well formed, but nobody has registered it here yet.',
    remedy: 'Register it with `POST /v1/sites`. We crawl it within a minute.',
  },
  'package.unknown': {
    status: 404,
    title: 'The registry has no such package',
    summary: 'The registry answered that it has no public package of this name, less than a day ago.',
    remedy: 'Compare the name with the registry. Private packages cannot be resolved.',
  },
  'text.unavailable': {
    status: 404,
    title: 'The directory has no stored text for this site',
    summary: 'We show the stored text of a listed site if its llms.txt was valid at least once.',
    remedy: 'Look up the domain to see its status and tier, or check it to see its current file.',
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
    summary: 'The resource is not available in a media type of `Accept`.',
    remedy: 'Request a media type from `detail`, or omit `Accept`.',
  },
  'notifications.unconfigured': {
    status: 409,
    title: 'No notification channel is configured',
    summary: 'The domain has no webhook and no email address.',
    remedy: 'Set `webhook_url` or `notify_email` with PATCH first.',
  },
  'watch.full': {
    status: 409,
    title: 'Your network has the maximum number of watches',
    summary: 'Your network has no watches left for this domain, or for all domains.',
    remedy: 'Delete a watch with its `delete_url`, or wait until a watch expires.',
  },
  'mail.unavailable': {
    status: 409,
    title: 'This service sends no email',
    summary: 'No mail server is configured here, so nobody could confirm an email address.',
    remedy: 'Use `webhook_url`, or leave `notify_email` out.',
  },
  'precondition.failed': {
    status: 412,
    title: 'The response has changed',
    summary: 'The tag of the response differs from `If-Match`, or the response is later than `If-Unmodified-Since`.',
    remedy: 'Send the request without the condition to get the response and its `ETag`.',
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
    summary: 'The requested range starts after the end of the file.',
    remedy: 'Request a range within the size in `Content-Range`, or the whole file.',
  },
  'claim.missing': {
    status: 422,
    title: 'The request does not name a claim',
    summary:
      'The client’s address is shared or unknown, or the request came from a page of another site. So the request alone does not identify a claim.',
    remedy: 'Send the request to the `verify_endpoint` that came with your token, because it contains the `claim`.',
  },
  'proof.not_found': {
    status: 422,
    title: 'The proof was not found yet',
    summary: 'We did not find this client’s token with any of the four methods.',
    remedy: 'Publish one of the proofs unchanged, wait until your site serves it, and verify again.',
  },
  'watch.not_agreed': {
    status: 422,
    title: 'The receiver did not agree',
    summary: 'The receiver of a watch did not return the value of `data.challenge` from our `watch.challenge`.',
    remedy: 'Respond with 200 and the value, as text or as {"challenge": "…"}, and try again.',
  },
  'rate.limited': {
    status: 429,
    title: 'Too many requests',
    summary: 'A quota of this client’s network, of the domain, or of the service is used up.',
    remedy: 'Wait for the seconds in `Retry-After`. `RateLimit-Policy` names the quotas.',
  },
  'recrawl.too_soon': {
    status: 429,
    title: 'The last recrawl is too recent',
    summary: 'Someone recrawled the domain on demand a few minutes ago.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  internal: {
    status: 500,
    title: 'The service failed',
    summary: 'Something went wrong on our side. We recorded the failure with the ID in `instance`.',
    remedy: 'Try again later. If it happens again, report the ID in `instance`.',
  },
  'site.unreachable': {
    status: 502,
    title: 'The site could not be reached',
    summary: 'The site did not respond, because its name, address, connection or certificate failed.',
    remedy: 'Fix the site, and try again after a minute.',
  },
  'store.unavailable': {
    status: 503,
    title: 'The directory is not available',
    summary: 'The database does not respond at the moment.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
  'service.busy': {
    status: 503,
    title: 'The service is busy',
    summary:
      'Too many checks or drafts are running, too many requests wait for the site, or the server will stop soon.',
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
    summary: 'The site did not finish its response in time.',
    remedy: 'Try again after a minute.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);

/** Fault of a request, located by a JSON pointer into the body or a parameter name. */
export type Violation =
  | { readonly pointer: string; readonly detail: string }
  | { readonly parameter: string; readonly detail: string };

export interface ErrorDetails {
  readonly retryAfterS?: number;
  readonly violations?: readonly Violation[];
  /** Further members of the problem (RFC 9457 §3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Failure reported to the caller. `message` becomes `detail`, a sentence without secrets or upstream bodies. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  readonly code: ErrorCode;
  readonly retryAfterS: number | null;
  readonly violations: readonly Violation[];
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, detail: string, facts: ErrorDetails = {}) {
    super(detail, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.retryAfterS = facts.retryAfterS ?? null;
    this.violations = facts.violations ?? [];
    this.members = facts.members ?? {};
  }
}
