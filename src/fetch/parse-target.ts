import { cutText } from '#llmstxt';
import { parseDomainName, withoutWww } from '../directory/domain-name.ts';
import { FetchError } from './fetch-error.ts';
import type { FetchLimits } from './net.ts';

export interface Target {
  readonly url: URL;
  readonly scheme: 'https' | 'http';
  /** Host as lowercase A-labels without a trailing dot, for DNS, SNI, Host and the certificate. */
  readonly host: string;
  /** True if the sandbox answers for the host. */
  readonly mapped: boolean;
}

export interface TargetPolicy {
  readonly isMapped: (name: string) => boolean;
  /** Hosts of this service, to which requests are refused. */
  readonly ownHosts: readonly string[];
}

/** Longest URL. RFC 9110 §4.1 requires at least 8,000 octets, and no real link is longer. */
const MAX_URL_CHARACTERS = 8_000;
const SCHEMES: Readonly<Record<string, 'https' | 'http'>> = { 'https:': 'https', 'http:': 'http' };

/**
 * Throws a `FetchError` with the reason if a URL is refused. The URL parser has already normalized IPv4 addresses.
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
  // Refuse any port that is left, because the parser drops the default ports 443 and 80.
  if (parsed.port !== '') throw new FetchError(failure, `port ${parsed.port} of ${parsed.hostname} is not allowed`);
  // Skip the assignment if there is no fragment, because it takes time.
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
const quote = (url: string): string => JSON.stringify(cutText(url, QUOTED_CHARACTERS));
