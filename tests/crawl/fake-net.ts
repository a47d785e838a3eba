import type { FetchFailure } from '#llmstxt';
import type { FetchRequest, FetchResult, Net } from '../../src/fetch/net.ts';

/** Response of a URL: a body with 200, a status, a failure, or a full result. */
export type Said =
  | string
  | number
  | FetchFailure
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      readonly finalUrl?: string;
      readonly failure?: FetchFailure;
      readonly leftDomain?: true;
    };

export const FAILURES: readonly FetchFailure[] = [
  'dns',
  'refused-url',
  'refused-address',
  'connect',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'too-many-redirects',
  'bad-redirect',
  'decoding',
  'too-large',
];
const isFailure = (said: string): said is FetchFailure => FAILURES.some((failure) => failure === said);

export interface FakeNet extends Net {
  /** Requested URLs in order. */
  readonly asked: string[];
  readonly requests: FetchRequest[];
}

/** Creates a web with exactly these responses. Other requests fail the test. `rest` has further responses. */
export function fakeNet(
  web: Readonly<Record<string, Said | (() => Said)>>,
  rest: Readonly<Record<string, Said>> = {},
): FakeNet {
  const asked: string[] = [];
  const requests: FetchRequest[] = [];
  const fetch: Net['fetch'] = async (request) => {
    request.signal?.throwIfAborted();
    asked.push(request.url);
    requests.push(request);
    const found = web[request.url] ?? rest[request.url];
    if (found === undefined) throw new Error(`nobody expected a request for ${request.url}`);
    return toAnswer(request.url, typeof found === 'function' ? found() : found);
  };
  return {
    asked,
    requests,
    fetch,
    openSession: () => ({ fetch, close() {} }),
    async resolveTxt(name) {
      throw new Error(`nobody expected a question for ${name}`);
    },
    async refusalReason(url) {
      throw new Error(`nobody expected ${url} to be vetted`);
    },
    async close() {},
  };
}

/** Creates a response with status 200 and an empty body. */
export function aFetchResult(url: string, over: Partial<FetchResult> = {}): FetchResult {
  const nothing = { failure: null, detail: null, headers: {}, body: new Uint8Array(), truncated: false } as const;
  return { url, finalUrl: url, chain: [url], status: 200, ...nothing, address: '192.0.2.1', ...over };
}

function toAnswer(url: string, said: Said): FetchResult {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  if (typeof said === 'number') return aFetchResult(url, { status: said });
  if (typeof said === 'string') {
    return isFailure(said)
      ? aFetchResult(url, { status: null, failure: said, detail: said })
      : aFetchResult(url, { headers, body: Buffer.from(said) });
  }
  const { finalUrl = url, failure = null, leftDomain } = said;
  return aFetchResult(url, {
    finalUrl,
    chain: finalUrl === url ? [url] : [url, finalUrl],
    status: failure ? null : (said.status ?? 200),
    failure,
    ...(leftDomain && { leftDomain }),
    headers: said.headers ?? headers,
    body: Buffer.from(said.body ?? ''),
  });
}

/** Returns the net with another fetch function. */
export function fetchingBy(net: Net, fetch: Net['fetch']): Net {
  return { ...net, fetch, openSession: () => ({ fetch, close() {} }) };
}
