import { authorityOf, reachOf, SCORE_VERSION } from '../../directory/scoring/authority.ts';
import { countryOf } from '../../directory/scoring/country.ts';
import { firstChangedAt, freshnessOf } from '../../directory/scoring/freshness.ts';
import { leavesDomain, type Outcome, outcomeOf, rejectionOf, tlsOf } from '../../directory/scoring/outcome.ts';
import { scheduleVisit } from '../../directory/scoring/schedule.ts';
import { failingSince, type Standing, stepStatus } from '../../directory/scoring/status.ts';
import { tierOf } from '../../directory/scoring/tier.ts';
import { trustOf } from '../../directory/scoring/trust.ts';
import { recordVisit } from '../../directory/scoring/uptime.ts';
import type { Components, DomainState, Failure, Rejection } from '../../directory/state.ts';
import type { Alert, Judgement, Observation, ScorePoint } from '../../directory/visit.ts';
import { type ProofStep, stepProof } from '../../ownership/proof.ts';

export interface JudgeOptions {
  /** Milliseconds since 1970: the visit's end, from which the next one is counted. */
  readonly now: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** The owner asked for this visit: a definitive answer counts at once. */
  readonly ownerRecrawl?: boolean;
}

/** Text of a stranger that is repeated on every list: more of it is for the page of the site itself. */
const MAX_TITLE_CHARACTERS = 200;
const MAX_SUMMARY_CHARACTERS = 1_000;
const VALIDATOR = /^[\x20-\x7e]{1,256}$/;

/**
 * What follows from a visit: the one place where a status, tier, score, alert or next date is decided.
 * Pure; judging the same observation of the same state gives the same judgement.
 */
export function judge(previous: DomainState, observation: Observation, options: JudgeOptions): Judgement {
  const outcome = outcomeOf(observation);
  const { at } = observation;
  const owned = stepOwnership(previous, observation);
  const standing = stepStatus(previous, outcome, at, options.ownerRecrawl ?? false);
  const visited: DomainState = {
    ...previous,
    ...countryOf(observation, previous),
    ...contentOf(previous, observation, outcome, standing),
    proof: owned.proof,
    verified: owned.verified,
    verified_at: owned.verified ? previous.verified_at : null,
    status: standing.status,
    rejection: nextRejection(previous, observation, outcome, standing),
    language: observation.homepage ? observation.homepage.language : previous.language,
    tls_valid: tlsOf(observation) ?? previous.tls_valid,
    cross_domain_redirect: leavesDomain(observation) ?? previous.cross_domain_redirect,
    // A wall hides whether the site is up.
    uptime: outcome.kind === 'blocked' ? previous.uptime : recordVisit(previous.uptime, at, outcome.kind !== 'network'),
    last_checked: at,
  };
  const changed = outcome.kind === 'valid' && visited.content_hash !== previous.content_hash;
  const plan = scheduleVisit(
    {
      intervalMs: previous.interval_ms,
      statusBefore: previous.status,
      status: standing.status,
      failure: standing.failure,
      changed,
      verified: owned.verified,
      retryAfterMs: observation.retryAfterMs,
    },
    options.now,
    options.random,
  );
  const told = tell(previous, visited, standing.failure, at);
  const scored = score(previous, { ...visited, failure: told.failure, interval_ms: plan.intervalMs }, observation);
  return {
    next: scored,
    alerts: owned.alert ? [...told.alerts, owned.alert] : told.alerts,
    point: pointOf(previous, scored, at),
    failed:
      (previous.status === 'valid' && previous.failure === null && outcome.kind !== 'valid') || isProofLost(owned),
    dueAt: plan.dueAt,
  };
}

/** Seeded owners have no proof that could go away; a visit that did not look for one leaves it as it was. */
function stepOwnership(previous: DomainState, { domain, at, proof: seen }: Observation): ProofStep {
  const { proof, verified } = previous;
  return verified && proof && seen ? stepProof(domain, proof, seen, at) : { proof, verified, alert: null };
}

/** Proofs that vanish by the dozen say more about us (a resolver, a changed base URL) than about their owners. */
function isProofLost({ alert }: ProofStep): boolean {
  return alert !== null && alert.type !== 'proof.restored';
}

type Content = Pick<
  DomainState,
  | 'llms_txt'
  | 'llms_full_txt'
  | 'title'
  | 'summary'
  | 'sections'
  | 'links'
  | 'content_hash'
  | 'content_changed_at'
  | 'etag'
  | 'last_modified'
>;

/** The facts of the file: taken from an answer that decided something, kept where it did not. */
function contentOf(
  previous: DomainState,
  observation: Observation,
  outcome: Outcome,
  standing: Standing,
): Partial<Content> {
  if (observation.notModified) return {};
  if (outcome.kind === 'valid') return { ...readFacts(previous, observation), ...versionOf(previous, observation) };
  if (outcome.kind === 'network') return {};
  // After anything else than silence the next visit reads the file anew, whatever its validators say.
  const forget = { etag: null, last_modified: null };
  return outcome.kind === 'definitive' && standing.status === 'invalid'
    ? { ...readFacts(previous, observation), ...forget }
    : forget;
}

function readFacts(previous: DomainState, observation: Observation): Partial<Content> {
  const { inspection, homepage, fullFile, response } = observation;
  const document = inspection?.document ?? null;
  const title = document?.title ?? homepage?.title ?? previous.title;
  const summary = document?.summary ?? homepage?.description ?? previous.summary;
  return {
    llms_txt: document ? response.url : null,
    llms_full_txt: fullFile
      ? fullFile.status === 200 && fullFile.kind === 'text'
        ? fullFile.url
        : null
      : previous.llms_full_txt,
    title: title === null ? null : cut(title, MAX_TITLE_CHARACTERS),
    summary: summary === null ? null : cut(summary, MAX_SUMMARY_CHARACTERS),
    sections: document ? document.sections.filter((section) => section.level === 2).length : null,
    links: document ? document.links.length : null,
  };
}

function versionOf(previous: DomainState, { contentHash, response, at }: Observation): Partial<Content> {
  const lastModified = response.headers['last-modified'] ?? null;
  const validators = { etag: validator(response.headers['etag']), last_modified: validator(lastModified) };
  if (contentHash === previous.content_hash) return validators;
  return {
    ...validators,
    content_hash: contentHash,
    content_changed_at: previous.content_hash === null ? firstChangedAt(lastModified, at) : at,
  };
}

/** What is sent back with the next request: nothing that could not stand in one short header line. */
function validator(value: string | null | undefined): string | null {
  return value && VALIDATOR.test(value) ? value : null;
}

function nextRejection(
  previous: DomainState,
  observation: Observation,
  outcome: Outcome,
  standing: Standing,
): Rejection | null {
  if (previous.ruling) return previous.ruling;
  if (previous.rejection === 'block-list') return 'block-list';
  const seen = rejectionOf(observation, outcome);
  if (seen === 'opt-out') return seen;
  if (seen === 'unseen') {
    // The site no longer asks us to stay away once robots.txt lets us in.
    return previous.rejection === 'opt-out' && observation.robots === 'allowed' ? null : previous.rejection;
  }
  // A parked page is a definitive failure like any other: it takes the second look before it counts.
  return seen === 'parked' && standing.status !== 'invalid' ? previous.rejection : seen;
}

/** Authority, components and tier. A visit that decided nothing, and an unreachable site, keep their score. */
function score(previous: DomainState, visited: DomainState, { at, inspection }: Observation): DomainState {
  const undecided = visited.failure !== null && visited.status === previous.status && visited.status !== 'invalid';
  const asBefore = undecided || visited.status === 'unreachable' || visited.status === 'pending';
  const known = previous.authority !== null;
  const components: Components = asBefore
    ? previous.components
    : {
        reach: reachOf(visited.rank),
        trust: trustOf(visited, at),
        quality: visited.status === 'invalid' ? 0 : (inspection?.quality ?? previous.components.quality),
        freshness: freshnessOf(visited.content_changed_at, at),
      };
  const counts = visited.status === 'valid' || known;
  const authority = counts ? authorityOf(components, visited.verified) : null;
  const next = { ...visited, components, authority, score_version: asBefore ? previous.score_version : SCORE_VERSION };
  return { ...next, tier: tierOf(next) };
}

/** One alert when an incident of a verified site has changed its status, one when that incident is over. */
function tell(
  previous: DomainState,
  next: DomainState,
  failure: Failure | null,
  at: string,
): { alerts: readonly Alert[]; failure: Failure | null } {
  const { domain, status } = next;
  if (failure === null) {
    const told = previous.failure?.alerted === true && next.verified;
    if (!previous.failure || !told) return { alerts: [], failure };
    const since = failingSince(previous.failure);
    return { alerts: [{ type: 'llms_txt.recovered', data: { domain, status, since, at } }], failure };
  }
  const broke = previous.status === 'valid' && status !== 'valid' && next.verified && !failure.alerted;
  if (!broke) return { alerts: [], failure };
  const data = { domain, status, reason: failure.reason, since: failingSince(failure), at };
  return { alerts: [{ type: 'llms_txt.broken', data }], failure: { ...failure, alerted: true } };
}

/** A row for the history where anything that it keeps has changed. */
function pointOf(previous: DomainState, next: DomainState, at: string): ScorePoint | null {
  const now = kept(next);
  const before = kept(previous);
  return KEPT.every((name) => now[name] === before[name]) ? null : { at, ...now };
}

const KEPT = ['status', 'authority', 'reach', 'trust', 'quality', 'freshness'] as const;

function kept({ status, authority, components }: DomainState): Omit<ScorePoint, 'at'> {
  return { status, authority, ...components };
}

function cut(given: string, maxCharacters: number): string {
  // Neither PostgreSQL nor JSON between systems can carry NUL or half a surrogate pair.
  const text = given.toWellFormed().replaceAll('\0', '\ufffd');
  const characters = Array.from(text.slice(0, 2 * maxCharacters));
  if (characters.length <= maxCharacters && text.length <= 2 * maxCharacters) return text;
  return `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
