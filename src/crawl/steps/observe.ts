import { decode, type FullFileFacts, guessKind, type HomepageFacts, inspect } from '#llmstxt';
import { SCORE_VERSION } from '../../directory/scoring/authority.ts';
import type { DomainState, Proof } from '../../directory/state.ts';
import type { Observation, ProofSighting } from '../../directory/visit.ts';
import { decodePage } from '../../extract/decode-page.ts';
import { readPage } from '../../extract/read-page.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { parseRetryAfter } from '../../fetch/retry-after.ts';
import { checkLinks } from '../visit/check-links.ts';
import { bodyOf, findFile, hashOf, isFound, type Sighting } from '../visit/find-file.ts';
import { type NestedReading, readNested } from '../visit/read-nested-files.ts';
import { type Asker, type AskTools, createAsker } from '../visit/visit-client.ts';

export interface ObserveTools extends AskTools {
  readonly now: () => number;
  readonly random: () => number;
  /** Country of an address by offline data; null when unknown. */
  readonly countryOfAddress?: ((address: string) => string | null) | undefined;
  /** Looks again for the proof that verified a domain; where it is absent nobody looks. */
  readonly reprove?: ((domain: string, proof: Proof, signal: AbortSignal) => Promise<ProofSighting>) | undefined;
  /** The owner asked: everything is read anew. */
  readonly ownerRecrawl?: boolean | undefined;
}

/**
 * Share of the visits that read everything anew although the file has not changed:
 * its links may have died, the homepage may say something else, and rules may have been added.
 */
const REFRESH_SHARE = 1 / 8;

/** Looks at one site and says what was there. Rejects only when the signal aborts. */
export async function observe(state: DomainState, tools: ObserveTools): Promise<Observation> {
  const asker = createAsker(tools);
  try {
    return await look(state, tools, asker);
  } finally {
    asker.close();
  }
}

async function look(state: DomainState, tools: ObserveTools, asker: Asker): Promise<Observation> {
  const { now, random } = tools;
  const startedAt = now();
  const refresh = tools.ownerRecrawl === true || random() < REFRESH_SHARE;
  const found = await findFile(state, asker, !refresh);
  const unchanged = found.notModified || (!refresh && isSameVersion(found, state));
  const isFine = unchanged || isFound(found);
  const nested = isFine ? await readNested(state, found.response.url, asker) : [];
  const around = unchanged || !isFound(found) ? null : await readAround(state, found, nested, asker, tools);
  const proof =
    state.verified && state.proof ? await tools.reprove?.(state.domain, state.proof, tools.signal) : undefined;
  return {
    domain: state.domain,
    ...(proof && { proof }),
    at: new Date(startedAt).toISOString(),
    durationMs: Math.round(now() - startedAt),
    response: found.response,
    notModified: unchanged,
    inspection: unchanged
      ? null
      : around
        ? inspect({ body: bodyOf(found.answer), response: found.response, url: found.response.finalUrl, ...around })
        : found.inspection,
    contentHash: found.hash,
    homepage: around?.homepage ?? null,
    fullFile: around?.fullFile ?? null,
    ...(nested.length > 0 && { nested: nested.map(({ file }) => file) }),
    robots: found.robots,
    addressCountry: (found.answer.address && tools.countryOfAddress?.(found.answer.address)) || null,
    retryAfterMs: parseRetryAfter(found.response.headers['retry-after'], startedAt),
  };
}

/** The same bytes that were judged valid, by the same rules: as good as a 304, from a server that knows none. */
function isSameVersion({ hash }: Sighting, state: DomainState): boolean {
  return (
    hash !== null && hash === state.content_hash && state.status === 'valid' && state.score_version === SCORE_VERSION
  );
}

/** What the rules want to know beside the file itself. */
async function readAround(
  state: DomainState,
  found: Sighting,
  nested: readonly NestedReading[],
  asker: Asker,
  tools: ObserveTools,
) {
  const { origin } = new URL(found.response.url);
  const homepage = await readHomepage(`${origin}/`, asker);
  const fullFile = await readFullFile(`${origin}/llms-full.txt`, asker);
  const wwwDiffers = await differsOnWww(state.domain, found, asker);
  const linkChecks = await checkLinks(found.links ?? [], {
    asker,
    domain: state.domain,
    answered: new Map(nested.map(({ answer }) => [answer.url, answer])),
    now: tools.now,
    random: tools.random,
  });
  return { homepage, fullFile, linkChecks, ...(wwwDiffers !== null && { wwwDiffers }) };
}

async function readHomepage(url: string, asker: Asker): Promise<HomepageFacts | null> {
  const answer = await asker.getIfAllowed(url, LIMITS.homepage);
  if (answer?.status !== 200) return null;
  const type = answer.headers['content-type'] ?? 'text/html';
  if (!/html|xml/i.test(type)) return null;
  return readPage(decodePage(answer.body, answer.headers['content-type']), answer.finalUrl, answer.headers);
}

async function readFullFile(url: string, asker: Asker): Promise<FullFileFacts | null> {
  const answer = await asker.getIfAllowed(url, LIMITS.llmsFull);
  if (!answer) return null;
  const { status } = answer;
  if (status !== 200) return { url, status, kind: 'absent' };
  const { kind } = guessKind(decode(answer.body).text);
  if (kind === 'html' || kind === 'empty') return { url, status, kind };
  return { url, status, kind: kind === 'not-text' ? 'absent' : 'text' };
}

/** Whether `www.` serves another file than the domain itself; null where only one of them answers. */
async function differsOnWww(domain: string, found: Sighting, asker: Asker): Promise<boolean | null> {
  if (domain.startsWith('www.') || found.response.url !== `https://${domain}/llms.txt`) return null;
  const url = `https://www.${domain}/llms.txt`;
  if (found.response.chain.includes(url)) return null;
  const answer = await asker.getIfAllowed(url, LIMITS.llmsTxt);
  if (answer?.status !== 200 || answer.finalUrl !== url) return null;
  return hashOf(answer.body) !== found.hash;
}
