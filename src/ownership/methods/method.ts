import { decodeBody, isChallenge, isGone } from '#llmstxt';
import type { ProofMethod } from '../../directory/proof-methods.ts';
import type { FetchLimits, FetchResult, Net } from '../../fetch/net.ts';
import { HostBusyError, orBusy, type Pacing } from '../../fetch/pacing.ts';
import { keepTokens, type PlaceLook, type SeenToken } from '../proof-look.ts';
import type { ProofSite } from '../proof-places.ts';

/** Method of proof: its instructions for the owner, and its search for the proof. */
export interface Method {
  readonly name: ProofMethod;
  instructions(proof: ProofToPublish): MethodInstructions;
  /** Describes the proof with `token` for a report. */
  lookedFor(proof: ProofToPublish): string;
  /** Reads every place of the method. The place in the instructions comes first. Rejects only if the signal aborts. */
  look(question: ProofQuery, tools: ProofTools): Promise<readonly PlaceLook[]>;
}

export interface ProofToPublish {
  readonly site: ProofSite;
  readonly token: string;
  readonly service: Service;
}

export interface Service {
  readonly name: string;
  /** Base URL without a trailing slash. */
  readonly baseUrl: string;
}

export interface MethodInstructions {
  /** One sentence. */
  readonly description: string;
  /** Text to paste. */
  readonly snippet: string;
}

export interface ProofQuery {
  readonly site: ProofSite;
  /** Service that the llms.txt proof links to. */
  readonly service: Service;
  /**
   * Reports whether a place suffices, so that a recheck stops reading. The proof may contain an earlier base URL or service name,
   * because the service may have moved.
   */
  readonly isEnough?: (place: PlaceLook) => boolean;
}

export interface ProofTools {
  readonly net: Pick<Net, 'fetch' | 'resolveTxt'>;
  readonly pacing?: Pacing | undefined;
  /** Longest wait for a turn at the site. Unlimited if absent. */
  readonly maxWaitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

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

const MAX_URL_CHARACTERS = 200;

/** Reads the places of a method. Of places that redirect to each other, reads one. */
export async function readPlaces(
  [first, ...others]: readonly string[],
  limits: FetchLimits,
  { isEnough }: ProofQuery,
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
 * Requests `url` with the limits of a proof (TLS, this registrable domain, few redirects), and passes a 200 to
 * `read`. Ignores robots.txt, because the owner requested the look.
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
  // Treat a redirect to another registrable domain as absence.
  if (result.leftDomain) return absent(detail ?? 'a redirect to another domain');
  if (failure === 'dns') return await judgeMissingAddress(result, net);
  if (failure !== null || status === null) return inconclusive(detail ?? 'no answer');
  const from = finalUrl === url ? '' : `, from ${finalUrl.slice(0, MAX_URL_CHARACTERS)}`;
  if (isGone(status)) return absent(`status ${status}${from}`);
  if (status !== 200) return inconclusive(`status ${status}${from}`);
  const reading = read(result);
  // A bot wall with status 200 proves nothing about the site.
  if (reading.tokens.length === 0 && isChallenge(decodeBody(result.body).text))
    return inconclusive(`a bot check${from}`);
  return { ...reading, seen: reading.seen + from };
}

/** Judges a name without an address, which may get one later. A name that most resolvers do not find is gone. */
async function judgeMissingAddress({ finalUrl, detail }: FetchResult, net: ProofTools['net']): Promise<Reading> {
  const { hostname } = new URL(finalUrl);
  const txt = await net.resolveTxt(hostname);
  const isGone = txt.kind === 'absent' && !txt.nameExists;
  return isGone ? absent(`the domain name ${hostname} does not exist`) : inconclusive(detail ?? 'no address');
}

/** Formats a count, such as `2 links` or `1 link`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
