import { parseDomainName, withoutWww } from '../directory/domain-name.ts';
import { FetchError } from './fetch-error.ts';
import type { FetchLimits } from './net.ts';

/** A URL that may be requested as far as can be told before DNS. */
export interface Target {
  readonly url: URL;
  readonly scheme: 'https' | 'http';
  /** Lower-case A-labels, without a trailing dot: the name for DNS, SNI, Host and the certificate. */
  readonly host: string;
  /** The sandbox stands in for it. */
  readonly mapped: boolean;
}

export interface TargetPolicy {
  readonly isMapped: (name: string) => boolean;
  /** Hosts of this service, which asks itself for nothing. */
  readonly ownHosts: readonly string[];
}

/** RFC 9110 §4.1 asks for at least 8,000 octets; no real link is longer. */
const MAX_URL_CHARACTERS = 8_000;
const SCHEMES: Readonly<Record<string, 'https' | 'http'>> = { 'https:': 'https', 'http:': 'http' };

/**
 * Throws a `FetchError` that says why a URL is refused. The URL parser has already turned every spelling of an IPv4 address into its
 * plain one.
 */
export function parseTarget(url: string, base: URL | null, limits: FetchLimits, policy: TargetPolicy): Target {
  const failure = base === null ? 'refused-url' : 'bad-redirect';
  if (url.length > MAX_URL_CHARACTERS) throw new FetchError(failure, `${quote(url)} is too long`);
  const parsed = URL.parse(url, base ?? undefined);
  if (!parsed) throw new FetchError(failure, `${quote(url)} is not a URL`);
  const scheme = SCHEMES[parsed.protocol];
  if (!scheme || !limits.schemes.includes(scheme)) {
    throw new FetchError(failure, `${quote(url)} is not ${limits.schemes.join(' or ')}`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new FetchError(failure, `${parsed.protocol}//${parsed.host} comes with a user name or password`);
  }
  // The parser drops the scheme's own port: 443 and 80 are what is left empty.
  if (parsed.port !== '') throw new FetchError(failure, `port ${parsed.port} of ${parsed.hostname} is not allowed`);
  // Setting it costs even where there is none.
  if (parsed.hash !== '' || parsed.href.endsWith('#')) parsed.hash = '';
  const host = parsed.hostname.endsWith('.') ? parsed.hostname.slice(0, -1) : parsed.hostname;
  const mapped = policy.isMapped(host);
  const name = parseDomainName(host, { form: 'name', reserved: mapped, suffix: true });
  if (!name.ok) throw new FetchError('refused-address', `${host}: ${name.detail}`);
  if (policy.ownHosts.some((own) => withoutWww(own) === name.domain)) {
    throw new FetchError('refused-address', `${host} is this service itself`);
  }
  return { url: parsed, scheme, host, mapped };
}

const QUOTED_CHARACTERS = 120;
const quote = (url: string): string =>
  JSON.stringify(url.length > QUOTED_CHARACTERS ? `${url.slice(0, QUOTED_CHARACTERS)}…` : url);
