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

/** Reads each authority of a file's URLs once, because many links lead to few hosts. */
export function createAuthorityReader(): (url: string) => Authority {
  const known = new Map<string, Authority>();
  return (url) => {
    const end = url.indexOf('/', AFTER_SCHEME);
    const origin = end < 0 ? url : url.slice(0, end);
    let found = known.get(origin);
    if (found === undefined) {
      found = readAuthority(origin);
      known.set(origin, found);
    }
    return found;
  };
}

function readAuthority(origin: string): Authority {
  const [, host = '', port = ''] = AUTHORITY.exec(origin) ?? [];
  return { host, port, fault: host === '' ? null : describeHost(host) };
}
