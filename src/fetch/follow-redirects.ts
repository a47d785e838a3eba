import { registrableDomain } from '../directory/domain-name.ts';
import { escapeNonAscii } from './escape-octets.ts';
import { FetchError } from './fetch-error.ts';
import type { FetchRequest } from './net.ts';
import { parseTarget, type Target, type TargetPolicy } from './parse-target.ts';
import { type FetchProgress, requestTarget, type Transport } from './request-target.ts';
import type { HttpResponse } from './send-request.ts';

/** Statuses to follow (RFC 9110 §15.4). 300 offers a choice, 304 concerns a cached copy, and 305 is withdrawn. */
const FOLLOWED = new Set([301, 302, 303, 307, 308]);
const NONE_FOLLOWED: ReadonlySet<number> = new Set();

type Headers = Readonly<Record<string, string>>;

/** Returns the last response after a request's redirects. Throws a `FetchError` if a redirect is not allowed. */
export async function followRedirects(
  progress: FetchProgress,
  userAgent: string,
  policy: TargetPolicy,
  transport: Transport,
): Promise<HttpResponse> {
  const { request, chain } = progress;
  const { limits, receive } = request;
  const followed = limits.maxRedirects > 0 && request.method !== 'POST' ? FOLLOWED : NONE_FOLLOWED;
  let target = parseTarget(request.url, null, limits, policy);
  const home = registrableDomain(target.host);
  let headers: Headers = {
    'user-agent': userAgent,
    accept: '*/*',
    'accept-encoding': limits.codings === 'any' ? 'gzip, br, deflate' : 'identity',
    ...request.headers,
  };
  for (;;) {
    const url = target.url.href;
    chain.push(url);
    const httpRequest = {
      host: target.host,
      method: request.method ?? 'GET',
      path: `${target.url.pathname}${target.url.search}`,
      headers,
      sign: target.scheme === 'https' ? request.sign : undefined,
      body: request.body,
      limits,
      followed,
      receive: receive && ((part: Uint8Array, status: number) => receive(part, { status, url })),
      keepAlive: progress.session !== null,
    };
    const response = await requestTarget(target, httpRequest, progress, transport);
    if (!followed.has(response.status)) return response;
    const location = findLocation(response, target);
    if (!limits.crossDomain) checkDomain(target, location, home);
    const next = parseTarget(location, target.url, limits, policy);
    const leavesDomain = registrableDomain(next.host) !== home;
    checkRedirect(next, progress);
    // Drop the caller's fields, because they are meant for the first domain only.
    if (leavesDomain) headers = withoutCallers(headers, request);
    target = next;
  }
}

/** Redirect to another registrable domain. The site moved or its name changed hands. */
export class LeavesDomainError extends FetchError {
  readonly url: string;

  constructor(from: string, to: URL) {
    super('bad-redirect', `${from} redirects to ${to.hostname}, which is another domain`);
    this.url = to.href;
  }
}

/**
 * Throws for a redirect to another domain. Call this function before the checks of scheme and port, so that every such
 * redirect gets this failure.
 */
function checkDomain(target: Target, location: string, home: string): void {
  const next = URL.parse(location, target.url);
  if (!next || next.hostname === '' || registrableDomain(next.hostname.replace(/\.$/, '')) === home) return;
  throw new LeavesDomainError(target.host, next);
}

function checkRedirect(next: Target, { request, chain }: FetchProgress): void {
  const { maxRedirects } = request.limits;
  if (chain.includes(next.url.href)) {
    throw new FetchError('too-many-redirects', `${next.url.href} redirects in a circle`);
  }
  if (chain.length > maxRedirects) {
    throw new FetchError('too-many-redirects', `${request.url} redirects more than ${maxRedirects} times`);
  }
}

function findLocation(response: HttpResponse, { host }: Target): string {
  const [location, ...more] = new Set(response.locations);
  if (location === undefined) throw new FetchError('bad-redirect', `${host} redirects without a target`);
  if (more.length > 0) throw new FetchError('bad-redirect', `${host} redirects to several places at once`);
  return escapeNonAscii(location);
}

function withoutCallers(headers: Headers, request: FetchRequest): Headers {
  const callers = new Set(Object.keys(request.headers ?? {}).filter((name) => name !== 'accept'));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !callers.has(name)));
}
