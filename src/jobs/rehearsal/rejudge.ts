import { type Finding, type LintResult, QUALITY_VERSION, type ResponseFacts, RULES, reproduceQuality } from '#llmstxt';
import { computeAuthority } from '../../directory/scoring/authority.ts';
import { findContentRejection } from '../../directory/scoring/rejection.ts';
import { computeTier } from '../../directory/scoring/tier.ts';
import type { Rejection, Status } from '../../directory/state.ts';
import { judgeText } from '../../store/read-detail.ts';
import type { StoredVisit } from '../../store/rehearsal.ts';
import { countBroken } from '../../store/stored-file.ts';
import { standingTier } from './reused-verdicts.ts';

/** Rule that is newly broken or no longer broken. */
export interface RuleChange {
  readonly id: string;
  readonly severity: string;
  /** Difference of the number of findings. Negative if the number decreased. */
  readonly by: number;
  /** Line of one place, or null if it has no line or the finding is gone. */
  readonly line: number | null;
  readonly excerpt: string | null;
}

export type RejudgedVisit = ReturnType<typeof rejudge>;

/** Rules about the response, judged again only if the stored response belongs to the text. */
const OF_RESPONSE = new Set(
  RULES.filter(({ needs }) => needs === 'response' || needs === 'request').map(({ id }) => id),
);
const NO_LINKS = { checked: 0, dead: 0, redirecting: 0 };

/** Judges a stored visit with the current code. Checks without stored data count as passed. Pure. */
export function rejudge(visit: StoredVisit) {
  const { domain, tier, authority, verified, components, broken, seen, text, bytes } = visit;
  const response = toResponse(visit);
  const earlier = (seen?.findings ?? []).filter(({ id }) => response === null || !OF_RESPONSE.has(id));
  const judged = judgeText({ text, bytes, seen, response }, earlier);
  const rules = compareFindings(broken, judged.findings);
  const version = seen?.quality_version ?? visit.score_version;
  const isSame = rules.length === 0 && version === QUALITY_VERSION;
  return {
    domain,
    before: { status: 'valid' as const, tier, quality: components.quality, authority },
    after: toVerdict(visit, judged, verified),
    /** Reason that the tier does not depend on the text, or null. */
    standing: standingTier(visit),
    rules,
    /** Version of the stored score, with its quality from stored data. Null for an unknown version. */
    version,
    reproduced: isSame ? judged.quality : version === null ? null : reproduce(version, visit),
  };
}

/** Returns the quality by a version of the formula, or null for an unknown version. */
function reproduce(version: number, { text, bytes, seen, broken }: StoredVisit): number | null {
  const findings = Object.entries(broken).flatMap(([key, count]) => {
    const [id = '', severity, outcome] = key.split(' ');
    return Array.from({ length: count }, () => ({ ...NO_PLACE, id, severity, outcome }) as Finding);
  });
  const quality = reproduceQuality(version, {
    text,
    url: seen?.url,
    bytes: bytes ?? undefined,
    findings,
    links: seen?.links ?? NO_LINKS,
  });
  return quality !== null && seen?.is_borrowed ? 0 : quality;
}

const NO_PLACE = {
  title: '',
  source: 'spec',
  line: null,
  column: null,
  excerpt: null,
  message: '',
  fix: null,
  edits: [],
  spec_url: '',
};

/** Returns the response for rules, or null if the stored response does not belong to the text. */
function toResponse({ evidence, hash }: StoredVisit): ResponseFacts | null {
  if (evidence === null || evidence.status !== 200 || evidence.not_modified || evidence.hash !== hash) return null;
  const { url, final_url, chain, headers } = evidence;
  return {
    url,
    finalUrl: final_url,
    chain,
    status: 200,
    failure: null,
    headers,
    truncated: false,
    plainHttp: final_url.startsWith('http:'),
  };
}

function toVerdict(visit: StoredVisit, judged: LintResult, verified: boolean) {
  const status: Status = judged.valid ? 'valid' : 'invalid';
  const components = { ...visit.components, quality: judged.quality };
  const authority = computeAuthority(components, verified);
  const rejection: Rejection | null =
    visit.ruling ?? (standingTier(visit) === null ? findContentRejection(judged) : visit.rejection);
  return { status, quality: judged.quality, authority, tier: computeTier({ rejection, status, authority, verified }) };
}

/** Lists rules with another number of findings, by rule and severity. */
function compareFindings(before: StoredVisit['broken'], after: LintResult['findings']): RuleChange[] {
  const now = countBroken(after);
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].sort().flatMap((key) => {
    const by = (now[key] ?? 0) - (before[key] ?? 0);
    if (by === 0) return [];
    const [id = '', severity = '', outcome] = key.split(' ');
    const first = after.find((found) => found.id === id && found.severity === severity && found.outcome === outcome);
    return [{ id, severity, by, line: first?.line ?? null, excerpt: first?.excerpt ?? null }];
  });
}
