import ipaddr from 'ipaddr.js';

/** Fields in which proxies and CDNs name the client. */
const CLIENT_FIELDS = [
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
] as const;

const FIELDS = ['x-forwarded-for', 'forwarded', 'via', ...CLIENT_FIELDS] as const;

/** Reports whether a field shows that a proxy forwarded the request. */
export function isForwarded(headers: Headers): boolean {
  return FIELDS.some((name) => headers.has(name));
}

/**
 * Returns the addresses in `X-Forwarded-For` or `Forwarded` (RFC 7239), client first. A hop without an address
 * (`unknown`, an obfuscated name) is null. Returns null if both fields are present and differ.
 */
export function forwardedHops(headers: Headers): readonly (string | null)[] | null {
  const older = headers.get('x-forwarded-for');
  const standard = headers.get('forwarded');
  const olderHops = older === null ? null : older.split(',').map((hop) => parseAddress(hop.trim()));
  const standardHops = standard === null ? null : splitOutsideQuotes(standard, ',').map(parseForParameter);
  if (olderHops === null || standardHops === null) return olderHops ?? standardHops ?? [];
  return olderHops.join() === standardHops.join() ? olderHops : null;
}

/** Reports whether a client field differs from `address`. */
export function contradicts(headers: Headers, address: string): boolean {
  return CLIENT_FIELDS.some((name) => {
    const value = headers.get(name);
    return value !== null && parseAddress(value.trim()) !== address;
  });
}

/** Returns the `for` parameter of an element of `Forwarded`. */
function parseForParameter(element: string): string | null {
  for (const pair of splitOutsideQuotes(element, ';')) {
    const [, name = '', value = ''] = /^([^=\s]+)=(.*)$/s.exec(pair.trim()) ?? [];
    if (name.toLowerCase() === 'for') return parseAddress(value.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1'));
  }
  return null;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts = [''];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? '';
    if (character === '"') quoted = !quoted;
    if (character === separator && !quoted) {
      parts.push('');
      continue;
    }
    const pair = quoted && character === '\\' ? text.slice(i, i + 2) : character;
    i += pair.length - 1;
    parts[parts.length - 1] += pair;
  }
  return parts;
}

/** Parses `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711` to the canonical address. */
function parseAddress(hop: string): string | null {
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$/.exec(hop)?.[1] ?? hop;
  const isAddress = bare.includes(':') ? ipaddr.IPv6.isValid(bare) : ipaddr.IPv4.isValidFourPartDecimal(bare);
  return isAddress ? ipaddr.process(bare).toString() : null;
}
