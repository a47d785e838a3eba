import type { FetchFailure, ResponseFacts } from '../src/index.ts';
import { toFailure } from './fetch-failure.ts';
import { InputError } from './input.ts';
import { isPublicAddress } from './public-address.ts';

interface NetworkRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

interface NetworkAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/** Network of the command, replaceable in tests. */
export interface Network {
  /**
   * Sends one request without following redirects.
   * @param addresses IP addresses to connect to; empty for any address of the host
   */
  readonly fetch: (url: URL, request: NetworkRequest, addresses: readonly string[]) => Promise<NetworkAnswer>;
  /** Returns all addresses of a host name. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
}

export interface FetchedFile {
  /** Null if the host did not answer, or without `keepErrors`, if the status is not 200. */
  readonly body: Uint8Array | null;
  readonly response: ResponseFacts;
}

/** Longest time from the first request to the last byte. Agents do not wait longer for a file. */
const TIMEOUT_MS = 15_000;
/** Most bytes of a file, as in the directory's crawl. The largest real files have a few hundred KiB. */
export const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 5;
const TEXT = 'text/plain, text/markdown;q=0.9, */*;q=0.1';

interface FileRequest {
  readonly accept: string;
  /** JSON body, posted to the URL and its redirects. */
  readonly json?: string;
  /** Longest time, in ms. Default: 15 s. */
  readonly timeoutMs?: number;
  /** True to return the body of other statuses than 200. */
  readonly keepErrors?: boolean;
  readonly onPart?: (part: Uint8Array) => void;
}

/** Fetches a file over HTTP. Never throws for faults of a server. `response.failure` has the reason. */
export async function fetchFile(
  url: string,
  network: Network,
  request: FileRequest = { accept: TEXT },
): Promise<FetchedFile> {
  const chain = [url];
  try {
    return await follow(chain, network, request, AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS));
  } catch (error) {
    if (error instanceof InputError) throw error;
    return { body: null, response: toResponseFacts(chain, { status: null, failure: toFailure(error) }) };
  }
}

/** Adds the URLs of redirects to `chain`. */
async function follow(
  chain: string[],
  network: Network,
  { accept, json, keepErrors = false, onPart }: FileRequest,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const headers = { 'user-agent': 'llmstxt', accept };
  const sent =
    json === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: json };
  for (;;) {
    const url = new URL(chain.at(-1) ?? '');
    const addresses = await findPublicAddresses(url, network);
    const answer = await network.fetch(url, { ...sent, redirect: 'manual', signal }, addresses);
    const { status } = answer;
    const received = Object.fromEntries(answer.headers);
    const location = answer.headers.get('location');
    if (location === null || ![301, 302, 303, 307, 308].includes(status)) {
      const response = { ...toResponseFacts(chain, { status, failure: null }), headers: received };
      if (status !== 200 && !keepErrors) {
        // Do not read the body, because a broken body would hide the status.
        await answer.body?.cancel().catch(() => {});
        return { body: null, response };
      }
      const { bytes, isTruncated } = await readBody(answer, onPart);
      return { body: bytes, response: { ...response, truncated: isTruncated } };
    }
    await answer.body?.cancel();
    const failure = addRedirect(chain, location, url);
    if (failure !== null) {
      return { body: null, response: { ...toResponseFacts(chain, { status, failure }), headers: received } };
    }
  }
}

function addRedirect(chain: string[], location: string, base: URL): FetchFailure | null {
  if (chain.length > MAX_REDIRECTS) return 'too-many-redirects';
  // A field has one character per octet. Browsers keep octets that are not ASCII.
  const escaped = location.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`);
  if (!URL.canParse(escaped, base)) return 'bad-redirect';
  const target = new URL(escaped, base);
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return 'bad-redirect';
  if (target.username !== '' || target.password !== '') return 'refused-url';
  chain.push(target.href);
  return null;
}

function toResponseFacts(
  chain: readonly string[],
  outcome: { readonly status: number | null; readonly failure: FetchFailure | null },
): ResponseFacts {
  const [url = ''] = chain;
  const finalUrl = chain.at(-1) ?? url;
  return { url, finalUrl, chain, ...outcome, headers: {}, truncated: false, plainHttp: finalUrl.startsWith('http:') };
}

/**
 * Returns the addresses to connect to. The request must use them, because a second lookup may return a private
 * address. Throws an `InputError` if an address is not public.
 */
async function findPublicAddresses(url: URL, network: Network): Promise<readonly string[]> {
  const host = toHost(url);
  const addresses = await network.lookup(host);
  for (const address of addresses) {
    if (!isPublicAddress(address)) {
      const name = address === host ? host : `${host} (${address})`;
      throw new InputError(`${url.href}: ${name} is not on the public internet`);
    }
  }
  return addresses;
}

/** Returns the host of a URL, without the brackets of an IPv6 address. */
export function toHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

async function readBody(
  answer: NetworkAnswer,
  onPart: FileRequest['onPart'],
): Promise<{ bytes: Uint8Array; isTruncated: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > MAX_BYTES) break;
    onPart?.(part);
  }
  return { bytes: Buffer.concat(parts, Math.min(length, MAX_BYTES)), isTruncated: length > MAX_BYTES };
}
