import type { ProofMethod } from '../../directory/proof-methods.ts';
import type { FetchLimits, FetchResult, Net } from '../../fetch/net.ts';
import { HostBusyError, orBusy, type Pacing } from '../../fetch/pacing.ts';

/** One way to prove control of a domain: what its owner publishes, and how that is found again. */
export interface Method {
  readonly name: ProofMethod;
  instructions(proof: ProofToPublish): MethodInstructions;
  /** Looks in the method's one place. Rejects only when the signal aborts. */
  find(question: ProofQuestion, tools: ProofTools): Promise<ProofReport>;
}

export interface ProofToPublish {
  readonly domain: string;
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

/** What is looked for. The token itself need not be known: a recheck knows only its hash. */
export interface ProofQuestion {
  readonly domain: string;
  /** Of this service, without a trailing slash: the llms.txt proof links to it. */
  readonly baseUrl: string;
  /** The proof of a recheck may name another base URL: the service has moved since, and the owner has changed nothing. */
  readonly anyBase?: true;
  isToken(text: string): boolean;
  /** The token as reports name it. */
  readonly shownToken: string;
}

export interface ProofTools {
  readonly net: Pick<Net, 'fetch' | 'resolveTxt'>;
  readonly pacing?: Pacing | undefined;
  /** The longest wait for a turn at the site; without a bound when absent. */
  readonly maxWaitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What one method has found. `absent` is certain: the place answered, and the token is not there. */
export interface ProofReport {
  readonly method: ProofMethod;
  readonly outcome: 'present' | 'absent' | 'inconclusive';
  readonly looked_for: string;
  readonly where: string;
  /** One sentence about what was there, without text of the site's. */
  readonly seen: string;
}

export type Finding = Pick<ProofReport, 'outcome' | 'seen'>;

export const present = (seen: string): Finding => ({ outcome: 'present', seen });
export const absent = (seen: string): Finding => ({ outcome: 'absent', seen });
export const inconclusive = (seen: string): Finding => ({ outcome: 'inconclusive', seen });

/** Statuses by which a server says for sure that there is no such thing. */
const GONE = new Set([404, 410]);
const MAX_URL_CHARACTERS = 200;

/**
 * Requests `url` as a proof may be requested (TLS, this registrable domain, few redirects) and lets `read` judge a 200.
 * robots.txt is not asked: it speaks to crawlers, and the owner wants the proof to be found.
 */
export async function readProof(
  url: string,
  limits: FetchLimits,
  { net, pacing, maxWaitMs, signal }: ProofTools,
  read: (result: FetchResult) => Finding,
): Promise<Finding> {
  const request = { url, limits, maxWaitMs, ...(pacing && { pacing }), ...(signal && { signal }) };
  const result = await orBusy(net.fetch(request));
  if (result instanceof HostBusyError)
    return inconclusive('not read: other requests of ours to this server come first');
  // The place answered with something larger than any proof.
  if (result.failure === 'too-large') return absent(result.detail ?? 'a file that is too large');
  // A buyer's domain, or one that the owner has moved to: this one no longer shows anything of its own.
  if (result.leftDomain) return absent(result.detail ?? 'a redirect to another domain');
  if (result.failure === 'dns') return await judgeMissingAddress(result, net);
  if (result.failure !== null || result.status === null) return inconclusive(result.detail ?? 'no answer');
  const from = result.finalUrl === url ? '' : ` from ${result.finalUrl.slice(0, MAX_URL_CHARACTERS)}`;
  if (GONE.has(result.status)) return absent(`status ${result.status}${from}`);
  if (result.status !== 200) return inconclusive(`status ${result.status}${from}`);
  const found = read(result);
  return from === '' ? found : { ...found, seen: `${found.seen},${from}` };
}

/** A name without an address may have one tomorrow; one that a majority of resolvers does not know is gone. */
async function judgeMissingAddress({ finalUrl, detail }: FetchResult, net: ProofTools['net']): Promise<Finding> {
  const { hostname } = new URL(finalUrl);
  const txt = await net.resolveTxt(hostname);
  const isGone = txt.kind === 'absent' && !txt.nameExists;
  return isGone ? absent(`the domain name ${hostname} does not exist`) : inconclusive(detail ?? 'no address');
}

/** `2 links`, `1 link`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
