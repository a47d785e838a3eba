import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';

export type ParsedDomainName =
  | { readonly ok: true; readonly domain: string }
  /** `detail` is a sentence for the person who typed it. */
  | { readonly ok: false; readonly detail: string };

export interface DomainNameOptions {
  /**
   * Accepted form. `name`: a bare name, as in path segments. `name-or-url`: also an http(s) URL, whose scheme, default port, path
   * and query are dropped.
   */
  readonly form: 'name' | 'name-or-url';
  /** True to accept names reserved for development and tests. */
  readonly reserved: boolean;
  /**
   * True to also accept a public suffix such as `s3.amazonaws.com`. A public suffix cannot be listed, but links and
   * redirects may lead to it.
   */
  readonly suffix?: boolean | undefined;
  /** Host of this service, which is refused. */
  readonly ownHost?: string | undefined;
}

/** Longest input. A name has at most 253 characters, and the text after the host of a URL is dropped. */
export const MAX_INPUT_CHARACTERS = 1_000;
/** Longest name (RFC 1035 §2.3.4), without the root's dot and the length octets. */
const MAX_NAME_CHARACTERS = 253;
const MAX_LABEL_CHARACTERS = 63;

/** Top-level names for examples and tests (RFC 6761). A sandbox may serve sites with these names. */
const TEST_TLDS = new Set(['example', 'test', 'invalid']);
/**
 * Other top-level names of IANA's special-use registry, and `internal` (ICANN, 2024). `arpa` covers `home.arpa` and the reverse
 * zones.
 */
const SPECIAL_TLDS = new Set(['localhost', 'local', 'internal', 'onion', 'alt', 'arpa']);

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const NUMBER_LABEL = /^(?:\d+|0x[0-9a-f]*)$/;
/** Start of an IPv6 address, in brackets or not. */
const IPV6_START = /^\[?[0-9a-f.]*(?::[0-9a-f.]*){2}/i;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const URL_START = /^https?:\/\//i;
const DEFAULT_PORT: Readonly<Record<string, string>> = { http: '80', https: '443' };

const refuse = (detail: string): ParsedDomainName => ({ ok: false, detail });

/**
 * Parses the canonical form of a domain. The form has lowercase A-labels (UTS 46, non-transitional), no trailing dot and no
 * leading `www.`. Never throws. Returns a domain, or a sentence with the reason.
 */
export function parseDomainName(input: unknown, options: DomainNameOptions): ParsedDomainName {
  if (typeof input !== 'string') return refuse('A domain name must be a string.');
  if (input.length > MAX_INPUT_CHARACTERS) return refuse('This is too long for a domain name.');
  if (CONTROL.test(input)) return refuse('A domain name cannot contain control characters, tabs or line ends.');
  if (!input.isWellFormed()) return refuse('This is not well-formed Unicode text.');
  // Trim pasted input only. A path segment comes from a program and must be exact.
  const typed = options.form === 'name-or-url' ? input.replace(/^ +| +$/g, '') : input;
  if (typed === '') return refuse('The domain name is missing.');
  // Refuse a backslash, because browsers read it as a slash and other programs as a part of the name.
  if (typed.includes('\\')) return refuse('A domain name cannot contain a backslash.');
  if (options.form === 'name' || !URL_START.test(typed)) return parseHost(typed, options);
  const taken = hostOfUrl(typed);
  return taken.ok ? parseHost(taken.host, options) : refuse(taken.detail);
}

function hostOfUrl(url: string): { ok: true; host: string } | { ok: false; detail: string } {
  const scheme = url.slice(0, url.indexOf(':')).toLowerCase();
  const authority = url.slice(scheme.length + 3).split(/[/?#]/, 1)[0] ?? '';
  if (authority.includes('@')) return { ok: false, detail: 'A URL with a user name or password is not accepted.' };
  const port = /:(\d*)$/.exec(authority);
  if (port?.[1] && port[1] !== DEFAULT_PORT[scheme]) {
    return { ok: false, detail: 'A URL with a special port is not accepted, because we read only the default ports.' };
  }
  return { ok: true, host: port && !authority.startsWith('[') ? authority.slice(0, port.index) : authority };
}

function parseHost(host: string, options: DomainNameOptions): ParsedDomainName {
  const fault = faultOfTyped(host);
  if (fault) return refuse(fault);
  const mapped = domainToASCII(host);
  if (mapped === '') {
    const digits = host.normalize('NFKC').replace(/\.$/, '').split('.').at(-1) ?? '';
    if (NUMBER_LABEL.test(digits.toLowerCase())) return refuse('An IP address is not a domain name.');
    return refuse('This is not a valid internationalized domain name.');
  }
  const name = mapped.endsWith('.') ? mapped.slice(0, -1) : mapped;
  const reason = faultOfName(name, options);
  if (reason) return refuse(reason);
  const domain = withoutWww(name);
  if (options.ownHost && domain === withoutWww(options.ownHost.toLowerCase())) {
    return refuse('This is the domain of this directory, and the directory does not list itself.');
  }
  return { ok: true, domain };
}

/** Returns the fault of a typed host, or null. Check before the IDNA mapping, because the mapping would hide faults. */
function faultOfTyped(host: string): string | null {
  if (host === '') return 'The URL has no domain name. Enter a URL like https://example.com.';
  if (/\s/.test(host)) {
    return host.includes('.')
      ? 'A domain name cannot contain spaces.'
      : 'This is not a domain name. Enter one like example.com.';
  }
  if (IPV6_START.test(host)) return 'An IP address is not a domain name.';
  if (host.includes('@')) return 'A domain name cannot contain "@". Write only the domain.';
  if (host.includes(':')) return 'A domain name has no port or scheme. Write only the domain.';
  if (/[/?#]/.test(host)) return 'A domain name has no path. Write only the domain.';
  // Refuse an escape, because the URL parser would decode it.
  if (host.includes('%')) return 'A domain name cannot contain "%". Write the decoded name.';
  return null;
}

function faultOfName(name: string, options: DomainNameOptions): string | null {
  const labels = name.split('.');
  const tld = labels.at(-1) ?? '';
  if (labels.includes('')) return 'A domain name has no empty parts between its dots.';
  if (name.length > MAX_NAME_CHARACTERS) return `A domain name has at most ${MAX_NAME_CHARACTERS} characters.`;
  for (const label of labels) {
    if (label.length > MAX_LABEL_CHARACTERS) {
      return `Each part of a domain name has at most ${MAX_LABEL_CHARACTERS} characters.`;
    }
    if (!LABEL.test(label)) {
      return 'The parts of a domain name contain only letters, digits and hyphens, and do not start or end with a hyphen.';
    }
    if (label.startsWith('xn--') && !isALabel(label)) return `"${label}" is not a valid internationalized label.`;
  }
  // A host whose last label is a number is an IPv4 address or invalid (WHATWG URL).
  if (NUMBER_LABEL.test(tld)) return 'An IP address is not a domain name.';
  if (isTestName(name)) {
    if (!options.reserved) return `Names ending in .${tld} are reserved and cannot be on the internet.`;
    return labels.length === 1 ? 'A domain name has at least two parts.' : null;
  }
  if (SPECIAL_TLDS.has(tld)) return `Names ending in .${tld} are reserved and cannot be on the internet.`;
  const { isIcann, isPrivate, publicSuffix } = parseSuffix(name);
  if (publicSuffix === name && (isIcann || isPrivate) && !(options.suffix && labels.length > 1)) {
    return `"${name}" is a public suffix for domains of other people, not a site.`;
  }
  if (labels.length === 1) return 'A domain name has at least two parts, such as example.com.';
  if (!isIcann && !isPrivate) return `There is no top-level domain ".${tld}".`;
  return null;
}

/** Reports whether the label decodes and encodes to itself. */
function isALabel(label: string): boolean {
  const decoded = domainToUnicode(label);
  return !decoded.startsWith('xn--') && domainToASCII(decoded) === label;
}

/** Reports whether a name is reserved for tests (RFC 6761). A sandbox may answer only for such names. */
export function isTestName(domain: string): boolean {
  return TEST_TLDS.has(domain.slice(domain.lastIndexOf('.') + 1));
}

export function domainOfUrl(url: string): string {
  return withoutWww(new URL(url).hostname.replace(/\.$/, ''));
}

/** Removes `www.`, repeatedly so that the result is canonical. `www.gov.uk` stays, because `gov.uk` is a suffix. */
export function withoutWww(name: string): string {
  let domain = name;
  while (domain.startsWith('www.')) {
    const rest = domain.slice('www.'.length);
    if (parseSuffix(rest).publicSuffix === rest) break;
    domain = rest;
  }
  return domain;
}

/** Returns the registered name above a domain. Returns null for private suffixes, addresses and single labels. */
export function registeredName(domain: string): string | null {
  const { domain: name, isIcann } = parse(domain, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  return isIcann ? name : null;
}

/**
 * Returns the registrable domain of the ICANN section. A domain counts under it in shared budgets. The free `foo.pages.dev`
 * counts under `pages.dev`, because only that name has a price.
 */
export function paidDomain(domain: string): string {
  return (
    parse(domain, { allowPrivateDomains: false, extractHostname: false, validateHostname: false }).domain ?? domain
  );
}

/** Reports whether the name is below a suffix of the private section: pages.dev, github.io. */
export function hasPrivateSuffix(domain: string): boolean {
  return parseSuffix(domain).isPrivate === true;
}

/** Reports whether a URL leads to the registrable domain of a site. */
export function isOnSite(url: string, domain: string): boolean {
  const host = URL.parse(url)?.hostname;
  return host !== undefined && registrableDomain(host) === registrableDomain(domain);
}

function parseSuffix(name: string) {
  return parse(name, { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false });
}

/**
 * Returns the public suffix (ICANN or private section) with one more label. A suffix, a single label or an address
 * returns itself, so that results can be compared.
 */
export function registrableDomain(domain: string): string {
  return parse(domain, { allowPrivateDomains: true, extractHostname: false, validateHostname: false }).domain ?? domain;
}
