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

const FAILURES: ReadonlySet<string> = new Set<FetchFailure>([
  'dns',
  'refused-address',
  'connect',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'too-many-redirects',
  'bad-redirect',
  'decoding',
]);
const isFailure = (said: string): said is FetchFailure => FAILURES.has(said);

export interface FakeNet extends Net {
  /** Requested URLs in order. */
  readonly asked: string[];
  readonly requests: FetchRequest[];
}

/**
 * Creates a web with exactly these responses. Other requests fail the test. A function is called for each request. @param rest
 * handles other requests
 */
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
    return answerOf(request.url, typeof found === 'function' ? found() : found);
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

function answerOf(url: string, said: Said): FetchResult {
  const none = { url, finalUrl: url, chain: [url], status: null, failure: null, detail: null, headers: {} } as const;
  const rest = { body: new Uint8Array(), truncated: false, address: '192.0.2.1', durationMs: 1 };
  if (typeof said === 'number') return { ...none, ...rest, status: said };
  if (typeof said === 'string') {
    if (isFailure(said)) return { ...none, ...rest, failure: said, detail: said };
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { ...none, ...rest, status: 200, headers, body: Buffer.from(said) };
  }
  const finalUrl = said.finalUrl ?? url;
  return {
    ...none,
    ...rest,
    finalUrl,
    chain: finalUrl === url ? [url] : [url, finalUrl],
    status: said.failure ? null : (said.status ?? 200),
    failure: said.failure ?? null,
    ...(said.leftDomain && { leftDomain: true }),
    headers: said.headers ?? { 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(said.body ?? ''),
  };
}

/** Returns the net with another fetch function. */
export function fetchingBy(net: Net, fetch: Net['fetch']): Net {
  return { ...net, fetch, openSession: () => ({ fetch, close() {} }) };
}
