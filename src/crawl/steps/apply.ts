import { cutText } from '#llmstxt';
import { hasBorrowedFile, withoutQuality } from '../../directory/scoring/borrowed.ts';
import type { DomainState } from '../../directory/state.ts';
import type { ChangeSummary } from '../../directory/version.ts';
import type { Evidence, Judgement, Observation } from '../../directory/visit.ts';
import { NO_TEXT } from '../../search/search-text.ts';
import { unpackText } from '../../store/packed-text.ts';
import type { AppliedVisit, ApplyResult, LeasedDomain, Store } from '../../store/store.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';
import type { VisitTexts } from '../visit/visit-texts.ts';
import { type JudgeOptions, judge } from './judge.ts';

export interface Run {
  readonly id: string;
  readonly kind: 'scheduled' | 'on-demand';
}

export interface ApplyOptions {
  readonly store: Pick<Store, 'apply' | 'getText' | 'getDetail'>;
  readonly run: Run;
  readonly texts: Pick<VisitTexts, 'summarizeChanges'>;
  readonly judging: JudgeOptions;
}

/** Most attempts. Owners edit by hand, so they never change a row this often during a visit. */
const MAX_JUDGEMENTS = 5;
/** Response headers stored as evidence. */
const KEPT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'link',
  'retry-after',
  'server',
  'x-robots-tag',
] as const;
const MAX_HEADER_CHARACTERS = 500;
const MAX_URL_CHARACTERS = 2_000;

/** Judges the observation and stores the result. Judges again if the row changed in the meantime. */
export async function applyVisit(
  leased: LeasedDomain,
  observation: Observation,
  { store, texts, run, judging }: ApplyOptions,
) {
  let { state } = leased;
  const changes = await changesSince(state, observation, { store, texts });
  for (let judgements = 0; judgements < MAX_JUDGEMENTS; judgements++) {
    const judgement = judge(state, observation, judging);
    const visit = { ...toVisit(state, observation, judgement, leased.lease, run), changes };
    const applied: ApplyResult = await retryWhileUnavailable(() => store.apply(visit));
    if (applied.result !== 'stale') return { judgement, result: applied.result };
    state = applied.state;
  }
  throw new Error(`${state.domain} changes too fast to be judged`);
}

/** Describes the change from the stored text to the new one. Returns null unless the site has both. */
async function changesSince(
  { domain, content_hash }: DomainState,
  { inspection, contentHash }: Observation,
  { store, texts }: Pick<ApplyOptions, 'store' | 'texts'>,
): Promise<ChangeSummary | null> {
  const text = inspection?.text ?? null;
  if (text === null || content_hash === null || contentHash === content_hash) return null;
  const stored = await retryWhileUnavailable(() => readStoredText(domain, store));
  return stored === null ? null : await texts.summarizeChanges(domain, stored, text);
}

/** Reads the stored text of a site, also if it is unlisted because its last visit failed. */
async function readStoredText(domain: string, store: ApplyOptions['store']): Promise<string | null> {
  const listed = await store.getText(domain);
  if (listed !== null) return listed.body;
  // Read the data of the page only for unlisted sites, because it also contains versions and scores.
  const packed = (await store.getDetail(domain))?.text ?? null;
  return packed && (await unpackText(packed));
}

function toVisit(
  before: DomainState,
  observation: Observation,
  judgement: Judgement,
  lease: string,
  run: Run,
): AppliedVisit {
  const { next, alerts, point, dueAt, failed } = judgement;
  const { inspection, contentHash } = observation;
  const isBorrowed = hasBorrowedFile(observation);
  // Show the last valid version until a failure changes the status.
  const shownInspection = next.failure === null || next.status !== 'valid' ? inspection : null;
  const isValid = next.failure === null && inspection !== null;
  return {
    lease,
    run: run.id,
    hold: failed || mayBeOurFault(before, next, run.kind),
    next,
    alerts,
    point,
    dueAt,
    evidence: toEvidence(observation),
    findings: shownInspection ? shownInspection.findings : null,
    ...(observation.nested && { nested: observation.nested }),
    ...(observation.scopedFiles && { scopedFiles: observation.scopedFiles }),
    ...(isValid && observation.twins && { twins: observation.twins }),
    ...(isValid && observation.agents && { agents: observation.agents }),
    quality: shownInspection && (isBorrowed ? withoutQuality(shownInspection.assessment) : shownInspection.assessment),
    preview: shownInspection?.document?.preview ?? null,
    isBorrowed,
    ...toText(isValid ? inspection : null, contentHash, isBorrowed),
  };
}

function toText(
  inspection: Observation['inspection'],
  hash: string | null,
  isBorrowed: boolean,
): Pick<AppliedVisit, 'text' | 'searchText'> {
  if (inspection === null || inspection.text === null || hash === null) return { text: null };
  const { text, document } = inspection;
  return {
    text: { hash, body: text },
    // A borrowed file adds no search words.
    ...(document && { searchText: isBorrowed ? NO_TEXT : document.searchText }),
  };
}

/**
 * Reports whether a status change must wait until the run ends, because the fault may be ours. A first visit counts at once,
 * except in a scheduled run, because a dead resolver must not reject all new domains.
 */
function mayBeOurFault(before: DomainState, next: DomainState, kind: Run['kind']): boolean {
  if (next.failure === null || next.status === before.status) return false;
  return before.status !== 'pending' || (kind === 'scheduled' && next.status === 'unreachable');
}

function toEvidence(observation: Observation): Evidence {
  const { response, inspection } = observation;
  return {
    at: observation.at,
    duration_ms: observation.durationMs,
    url: cutText(response.url, MAX_URL_CHARACTERS),
    final_url: cutText(response.finalUrl, MAX_URL_CHARACTERS),
    chain: response.chain.map((url) => cutText(url, MAX_URL_CHARACTERS)),
    status: response.status,
    failure: response.failure,
    not_modified: observation.notModified,
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => {
        const value = response.headers[name];
        return value === undefined ? [] : [[name, cutText(value, MAX_HEADER_CHARACTERS)]];
      }),
    ),
    hash: observation.contentHash,
    bytes: inspection?.document?.bytes ?? null,
    robots: observation.robots,
  };
}
