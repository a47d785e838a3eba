import type { ProofMethod } from '../../directory/proof-methods.ts';
import type { FetchLimits, FetchResult, Net } from '../../fetch/net.ts';
import type { Pacing } from '../../fetch/pacing.ts';

/** What is looked for. The token itself need not be known: re-checks know only its hash. */
export interface ProofQuestion {
  readonly domain: string;
  /** Of this service, without a trailing slash: the llms.txt proof links to it. */
  readonly baseUrl: string;
  /** The proof of a re-check may name another base URL: the service has moved since, and the owner has not. */
  readonly anyBase?: true;
  isToken(text: string): boolean;
  /** The token as reports name it. */
  readonly shownToken: string;
}

export interface ProofTools {
  readonly net: Net;
  readonly pacing?: Pacing | undefined;
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

/** Looks in one place. Rejects only when the signal aborts. */
export type ProofSeeker = (question: ProofQuestion, tools: ProofTools) => Promise<ProofReport>;

type Finding = Pick<ProofReport, 'outcome' | 'seen'>;

export const present = (seen: string): Finding => ({ outcome: 'present', seen });
export const absent = (seen: string): Finding => ({ outcome: 'absent', seen });
export const inconclusive = (seen: string): Finding => ({ outcome: 'inconclusive', seen });

/** Answers by which a server says for sure that there is no such thing. */
const GONE = new Set([404, 410]);

/**
 * Asks for `url` as a proof may be asked for (TLS, this registrable domain, few hops) and lets `read` judge a 200.
 * robots.txt speaks to crawlers; a proof is asked for by the owner.
 */
export async function readProof(
  url: string,
  limits: FetchLimits,
  { net, pacing, signal }: ProofTools,
  read: (answer: FetchResult) => Finding,
): Promise<Finding> {
  const answer = await net.fetch({ url, limits, ...(pacing && { pacing }), ...(signal && { signal }) });
  // The place answered with something larger than any proof.
  if (answer.failure === 'too-large') return absent(answer.detail ?? 'a file that is too large');
  if (answer.failure !== null || answer.status === null) return inconclusive(answer.detail ?? 'no answer');
  const at = answer.finalUrl === url ? '' : ` from ${answer.finalUrl.slice(0, MAX_SHOWN)}`;
  if (GONE.has(answer.status)) return absent(`status ${answer.status}${at}`);
  if (answer.status !== 200) return inconclusive(`status ${answer.status}${at}`);
  const found = read(answer);
  return at === '' ? found : { ...found, seen: `${found.seen},${at}` };
}

const MAX_SHOWN = 200;

/** `2 links`, `1 link`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
