import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';

export type ParsedDomainName =
  | { readonly ok: true; readonly domain: string }
  /** `detail` is a sentence for the person who typed it. */
  | { readonly ok: false; readonly detail: string };

export interface DomainNameOptions {
  /** `name`: a bare name (path segments). `name-or-url`: an http(s) URL too; its scheme, default port, path and query are dropped. */
  readonly form: 'name' | 'name-or-url';
  /** Accept the names reserved for development and tests. */
  readonly reserved: boolean;
  /** Accept a public suffix such as `s3.amazonaws.com` too: it cannot be listed, but links and redirects lead there. */
  readonly suffix?: boolean | undefined;
  /** Host of this service, which does not list itself. */
  readonly ownHost?: string | undefined;
}

/** Longer input is refused unread: a name has at most 253 characters, and a URL around it is dropped anyway. */
export const MAX_INPUT_CHARACTERS = 1_000;
/** RFC 1035 §2.3.4, without the root's dot and length octets. */
const MAX_NAME_CHARACTERS = 253;
const MAX_LABEL_CHARACTERS = 63;

/** RFC 6761 top-level names made for examples and tests: the ones that a sandbox may answer for. */
const TEST_TLDS = new Set(['example', 'test', 'invalid']);
/** The other top-level names of IANA's special-use registry, and `internal` (ICANN, 2024). `home.arpa` and the reverse zones are below arpa. */
const SPECIAL_TLDS = new Set(['localhost', 'local', 'internal', 'onion', 'alt', 'arpa']);

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const NUMBER_LABEL = /^(?:\d+|0x[0-9a-f]*)$/;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const URL_START = /^https?:\/\//i;
const DEFAULT_PORT: Readonly<Record<string, string>> = { http: '80', https: '443' };

const refuse = (detail: string): ParsedDomainName => ({ ok: false, detail });

/**
 * The one canonical form of a domain: A-labels (UTS 46, non-transitional), lower case, without trailing dot and leading `www.`.
 * Total: anything at all, of any length, gives a domain or a sentence that says why not.
 */
export function parseDomainName(input: unknown, options: DomainNameOptions): ParsedDomainName {
  if (typeof input !== 'string') return refuse('A domain name must be a string.');
  if (input.length > MAX_INPUT_CHARACTERS) return refuse('That is far too long to be a domain name.');
  if (CONTROL.test(input)) return refuse('A domain name cannot contain control characters, tabs or line ends.');
  if (!input.isWellFormed()) return refuse('That is not well-formed Unicode text.');
  // Pasting brings blanks along; a path segment is what a client built and must be right.
  const typed = options.form === 'name-or-url' ? input.replace(/^ +| +$/g, '') : input;
  if (typed === '') return refuse('The domain name is missing.');
  // Browsers read a backslash as a slash, others as a part of the name: nobody means it.
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
    return { ok: false, detail: 'A URL with its own port is not accepted: only the default ports are read.' };
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
    return refuse('That is not a valid internationalized domain name.');
  }
  const name = mapped.endsWith('.') ? mapped.slice(0, -1) : mapped;
  const reason = faultOfName(name, options);
  if (reason) return refuse(reason);
  const domain = withoutWww(name);
  if (options.ownHost && domain === withoutWww(options.ownHost.toLowerCase())) {
    return refuse('That is this directory itself, which does not list itself.');
  }
  return { ok: true, domain };
}

/** What must be said before mapping, because the mapping would hide it. */
function faultOfTyped(host: string): string | null {
  if (host === '') return 'The URL has no domain name: it looks like https://example.com.';
  if (/\s/.test(host)) {
    return host.includes('.')
      ? 'A domain name cannot contain spaces.'
      : 'Those are words, not a domain name, which looks like example.com.';
  }
  if (host.startsWith('[') || (host.match(/:/g)?.length ?? 0) > 1) return 'An IP address is not a domain name.';
  if (host.includes('@')) return 'A domain name cannot contain "@": write the domain alone.';
  if (host.includes(':')) return 'A domain name has no port or scheme: write the domain alone.';
  if (/[/?#]/.test(host)) return 'A domain name has no path: write the domain alone.';
  // The URL parser would decode it.
  if (host.includes('%')) return 'A domain name cannot contain "%": write it decoded.';
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
      return 'The parts of a domain name hold letters, digits and hyphens, and neither start nor end with a hyphen.';
    }
    if (label.startsWith('xn--') && !isALabel(label)) return `"${label}" is not a valid internationalized label.`;
  }
  // WHATWG URL: a host whose last label is a number is an IPv4 address or nothing.
  if (NUMBER_LABEL.test(tld)) return 'An IP address is not a domain name.';
  if (isTestName(name)) {
    if (!options.reserved) return `Names ending in .${tld} are reserved and cannot be on the internet.`;
    return labels.length === 1 ? 'A domain name has at least two parts.' : null;
  }
  if (SPECIAL_TLDS.has(tld)) return `Names ending in .${tld} are reserved and cannot be on the internet.`;
  const { isIcann, isPrivate, publicSuffix } = suffixOf(name);
  if (publicSuffix === name && (isIcann || isPrivate) && !(options.suffix && labels.length > 1)) {
    return `"${name}" is a public suffix, under which others register their domains; it is no site of its own.`;
  }
  if (labels.length === 1) return 'A domain name has at least two parts, such as example.com.';
  if (!isIcann && !isPrivate) return `There is no top-level domain ".${tld}".`;
  return null;
}

/** True where the label decodes, and encodes to itself again. */
function isALabel(label: string): boolean {
  const decoded = domainToUnicode(label);
  return !decoded.startsWith('xn--') && domainToASCII(decoded) === label;
}

/** True for names that RFC 6761 sets aside for tests: the only ones that a sandbox may stand for. */
export function isTestName(domain: string): boolean {
  return TEST_TLDS.has(domain.slice(domain.lastIndexOf('.') + 1));
}

/** The canonical name of the site that a URL is on. */
export function domainOfUrl(url: string): string {
  return withoutWww(new URL(url).hostname.replace(/\.$/, ''));
}

/** `www.gov.uk` stays, because `gov.uk` is a suffix and no site. Repeated, so that a canonical name is its own canonical name. */
export function withoutWww(name: string): string {
  let domain = name;
  while (domain.startsWith('www.')) {
    const rest = domain.slice('www.'.length);
    if (suffixOf(rest).publicSuffix === rest) break;
    domain = rest;
  }
  return domain;
}

/** The name in a registry that a domain is below; null where no registry would know: private suffixes, addresses, single labels. */
export function registeredName(domain: string): string | null {
  const { domain: name, isIcann } = parse(domain, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  return isIcann ? name : null;
}

/**
 * Returns the name that a domain counts under in shared budgets: the registrable domain of the ICANN section. So
 * `foo.pages.dev`, which costs nothing, counts under `pages.dev`, which somebody pays for.
 */
export function paidDomain(domain: string): string {
  return (
    parse(domain, { allowPrivateDomains: false, extractHostname: false, validateHostname: false }).domain ?? domain
  );
}

/** Reports whether the name is below a suffix of the private section: pages.dev, github.io. */
export function hasPrivateSuffix(domain: string): boolean {
  return suffixOf(domain).isPrivate === true;
}

/** Reports whether a URL leads to the registrable domain of a site. */
export function isOnSite(url: string, domain: string): boolean {
  const host = URL.parse(url)?.hostname;
  return host !== undefined && registrableDomain(host) === registrableDomain(domain);
}

function suffixOf(name: string) {
  return parse(name, { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false });
}

/**
 * The name that somebody registered: the public suffix (ICANN or private section) and one label more.
 * A suffix itself, a single label or an address stands for itself alone, so that comparing two results is always safe.
 */
export function registrableDomain(domain: string): string {
  return parse(domain, { allowPrivateDomains: true, extractHostname: false, validateHostname: false }).domain ?? domain;
}
