import type { LlmsFile } from '../types/file.ts';
import { describeHost } from './describe-host.ts';
import type { HostFault } from './describe-ip.ts';

/** Host and port of an http(s) URL in the URL parser's spelling, with the fault of the host. */
export interface Authority {
  readonly host: string;
  readonly port: string;
  readonly fault: HostFault | null;
}

const AUTHORITY = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]*)(?::(\d+))?/;
const AFTER_SCHEME = 'https://'.length;

type Authorities = ReturnType<typeof createReader>;
const readers = new WeakMap<LlmsFile, Authorities>();

/** Returns the host of a file, or an empty text, and a reader of URLs that all rules share. */
export function findAuthorities(file: LlmsFile): Authorities {
  const authorities = readers.get(file) ?? createReader(file.url ?? '');
  readers.set(file, authorities);
  return authorities;
}

/** Reads each authority once, because many links lead to few hosts. */
function createReader(fileUrl: string) {
  const byOrigin = new Map<string, Authority>();
  const read = (url: string): Authority => {
    const end = url.indexOf('/', AFTER_SCHEME);
    const origin = end < 0 ? url : url.slice(0, end);
    let authority = byOrigin.get(origin);
    if (authority === undefined) {
      authority = readAuthority(origin);
      byOrigin.set(origin, authority);
    }
    return authority;
  };
  return { read, ownHost: read(fileUrl).host };
}

function readAuthority(origin: string): Authority {
  const [, host = '', port = ''] = AUTHORITY.exec(origin) ?? [];
  return { host, port, fault: host === '' ? null : describeHost(host) };
}
