import type { ProofMethod } from '../../directory/proof-methods.ts';
import type { FetchLimits, FetchResult, Net } from '../../fetch/net.ts';
import { HostBusyError, orBusy, type Pacing } from '../../fetch/pacing.ts';
import { keepTokens, type PlaceLook, type SeenToken } from '../proof-look.ts';
import type { ProofSite } from '../proof-places.ts';

/** One way to prove control of a domain: what its owner publishes, and how that is found again. */
export interface Method {
  readonly name: ProofMethod;
  instructions(proof: ProofToPublish): MethodInstructions;
  /** What is looked for, for a report: the proof with `token` in it. */
  lookedFor(proof: ProofToPublish): string;
  /** Reads every place of the method, the one that instructions name first. Rejects only when the signal aborts. */
  look(question: ProofQuestion, tools: ProofTools): Promise<readonly PlaceLook[]>;
}

export interface ProofToPublish {
  readonly site: ProofSite;
  readonly token: string;
  readonly service: Service;
}

/** This service, as an owner links to it. */
export interface Service {
  readonly name: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

export interface MethodInstructions {
  /** One sentence. */
  readonly description: string;
  /** Ready to paste. */
  readonly snippet: string;
}

export interface ProofQuestion {
  readonly site: ProofSite;
  /** The llms.txt proof links to it. */
  readonly service: Service;
  /**
   * For the recheck of a proof: further places are not read after one that is enough. Such a proof may name another base URL or
   * service name, because the service has moved and the owner has changed nothing.
   */
  readonly isEnough?: (place: PlaceLook) => boolean;
}

export interface ProofTools {
  readonly net: Pick<Net, 'fetch' | 'resolveTxt'>;
  readonly pacing?: Pacing | undefined;
  /** The longest wait for a turn at the site; without a bound when absent. */
  readonly maxWaitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a response shows. */
export type Reading = Omit<PlaceLook, 'where'>;

export const absent = (seen: string, tokens: readonly SeenToken[] = []): Reading => ({
  outcome: 'absent',
  seen,
  tokens: keepTokens(tokens),
});
export const inconclusive = (seen: string, tokens: readonly SeenToken[] = []): Reading => ({
  outcome: 'inconclusive',
  seen,
  tokens: keepTokens(tokens),
});

/** Statuses by which a server says for sure that there is no such thing. */
const GONE = new Set([404, 410]);
const MAX_URL_CHARACTERS = 200;

/**
 * Reads the places of a method. A place that the first one redirects to, or that redirects to another place, is that other place
 * and has no look of its own.
 */
export async function readPlaces(
  [first, ...others]: readonly string[],
  limits: FetchLimits,
  { isEnough }: ProofQuestion,
  tools: ProofTools,
  read: (result: FetchResult) => Reading,
): Promise<readonly PlaceLook[]> {
  if (first === undefined) return [];
  const readOne = async (url: string) => await readProof(url, limits, tools, read);
  const begun = await readOne(first);
  if (isEnough?.(begun.look)) return [begun.look];
  const unread = others.filter((url) => !begun.chain.includes(url));
  const rest = await Promise.all(unread.map(readOne));
  const isOther = (chain: readonly string[]) => !chain.slice(1).some((url) => url === first || unread.includes(url));
  return [begun.look, ...rest.filter(({ chain }) => isOther(chain)).map(({ look }) => look)];
}

/**
 * Requests `url` as a proof may be requested (TLS, this registrable domain, few redirects) and lets `read` judge a 200.
 * robots.txt is not asked: it speaks to crawlers, and the owner wants the proof to be found.
 */
async function readProof(
  url: string,
  limits: FetchLimits,
  { net, pacing, maxWaitMs, signal }: ProofTools,
  read: (result: FetchResult) => Reading,
): Promise<{ readonly look: PlaceLook; readonly chain: readonly string[] }> {
  const request = { url, limits, maxWaitMs, ...(pacing && { pacing }), ...(signal && { signal }) };
  const result = await orBusy(net.fetch(request));
  const where = url.slice(0, MAX_URL_CHARACTERS);
  if (result instanceof HostBusyError) {
    return {
      look: { where, ...inconclusive('not read: other requests of ours to this server come first') },
      chain: [],
    };
  }
  return { look: { where, ...(await judgeResult(result, net, read)) }, chain: result.chain };
}

async function judgeResult(
  result: FetchResult,
  net: ProofTools['net'],
  read: (result: FetchResult) => Reading,
): Promise<Reading> {
  const { url, finalUrl, status, failure, detail } = result;
  // The place answered with something larger than any proof.
  if (failure === 'too-large') return absent(detail ?? 'a file that is too large');
  // A buyer's domain, or one that the owner has moved to: this one no longer shows anything of its own.
  if (result.leftDomain) return absent(detail ?? 'a redirect to another domain');
  if (failure === 'dns') return await judgeMissingAddress(result, net);
  if (failure !== null || status === null) return inconclusive(detail ?? 'no answer');
  const from = finalUrl === url ? '' : `, from ${finalUrl.slice(0, MAX_URL_CHARACTERS)}`;
  if (GONE.has(status)) return absent(`status ${status}${from}`);
  if (status !== 200) return inconclusive(`status ${status}${from}`);
  const found = read(result);
  return { ...found, seen: found.seen + from };
}

/** A name without an address may have one tomorrow; one that a majority of resolvers does not know is gone. */
async function judgeMissingAddress({ finalUrl, detail }: FetchResult, net: ProofTools['net']): Promise<Reading> {
  const { hostname } = new URL(finalUrl);
  const txt = await net.resolveTxt(hostname);
  const isGone = txt.kind === 'absent' && !txt.nameExists;
  return isGone ? absent(`the domain name ${hostname} does not exist`) : inconclusive(detail ?? 'no address');
}

/** `2 links`, `1 link`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
