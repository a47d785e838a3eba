import { isIP } from 'node:net';

export interface SocketAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Parses `1.1.1.1`, `127.0.0.1:5353`, `::1` or `[::1]:53`. Throws a `TypeError` for other input, which can only come from
 * settings.
 */
export function parseSocketAddress(text: string, defaultPort: number): SocketAddress {
  if (isIP(text)) return { host: text, port: defaultPort };
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const number = port === undefined ? defaultPort : Number(port);
  if (!isIP(host) || number > 65_535) throw new TypeError(`"${text}" is not an IP address with an optional port`);
  return { host, port: number };
}
