import { type LintResult, lint, QUALITY_VERSION, type ResponseFacts, reproduceQuality } from '#llmstxt';
import { authorityOf } from '../../directory/scoring/authority.ts';
import { rejectionOf } from '../../directory/scoring/rejection.ts';
import { tierOf } from '../../directory/scoring/tier.ts';
import type { Rejection, Status, Tier } from '../../directory/state.ts';
import type { StoredVisit } from '../../store/rehearsal.ts';
import { standingTier } from './taken-over.ts';

/** What follows from a visit: as it is stored, or by the code at hand. */
export interface Verdict {
  readonly status: Status;
  readonly tier: Tier | null;
  readonly quality: number | null;
  readonly authority: number | null;
}

/** A rule that is broken now and was not, or the other way round. */
export interface RuleChange {
  readonly id: string;
  readonly severity: string;
  /** More findings than before, or fewer when negative. */
  readonly by: number;
  /** One of the places; null where it is not about a line. */
  readonly line: number | null;
  readonly excerpt: string | null;
}

export interface RejudgedVisit {
  readonly domain: string;
  readonly before: Verdict;
  readonly after: Verdict;
  /** Why the tier stands whatever the text says; null: it follows from the text. */
  readonly standing: ReturnType<typeof standingTier>;
  readonly rules: readonly RuleChange[];
  /** Version of the stored score, and the quality that it gives from what is stored; null: this code does not know it. */
  readonly version: number | null;
  readonly reproduced: number | null;
}

const NO_LINKS = { checked: 0, dead: 0, redirecting: 0 };
/** Rules that judge what is not stored: the homepage, links that were tried, other files, lost bytes. */
const NOT_STORED = new Set([
  'no-describedby',
  'describedby-wrong',
  'no-markdown-alternate',
  'full-file-fault',
  'www-differs',
  'dead-link',
  'dead-external-link',
  'redirecting-link',
  'markdown-twin',
  'too-large',
]);
/** Rules that judge the response: judged anew only where the stored one belongs to the text. */
const OF_RESPONSE = new Set([
  'attachment',
  'blocked',
  'charset',
  'content-type',
  'cross-domain-redirect',
  'no-validators',
  'not-found',
  'other-status',
  'plain-http',
  'server-error',
  'tls-fault',
]);

/** Judges a stored visit with the code at hand. What is not stored counts as it was found. Pure. */
export function rejudge(visit: StoredVisit): RejudgedVisit {
  const { domain, tier, authority, verified, components, findings, quality_details } = visit;
  const response = responseOf(visit);
  const isKept = (id: string) => NOT_STORED.has(id) || (response === null && OF_RESPONSE.has(id));
  const url = visit.evidence?.final_url ?? visit.llms_txt ?? undefined;
  const links = quality_details?.links ?? NO_LINKS;
  const bytes = visit.bytes ?? undefined;
  const judged = lint({
    body: visit.text,
    bytes,
    linksTried: links,
    earlierFindings: findings.filter(({ id }) => isKept(id)),
    ...(url !== undefined && { url }),
    ...(response && { response }),
  });
  const rules = compareFindings(findings, judged.findings);
  const version = quality_details?.version ?? visit.score_version;
  const isSame = rules.length === 0 && version === QUALITY_VERSION;
  return {
    domain,
    before: { status: 'valid', tier, quality: components.quality, authority },
    after: verdictOf(visit, judged, verified),
    standing: standingTier(visit),
    rules,
    version,
    reproduced: isSame
      ? judged.quality
      : version === null
        ? null
        : reproduceQuality(version, { text: visit.text, url, bytes, findings, links }),
  };
}

/** The response as rules read it; null where the stored one is another than that of the text. */
function responseOf({ evidence, hash }: StoredVisit): ResponseFacts | null {
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

function verdictOf(visit: StoredVisit, judged: LintResult, verified: boolean): Verdict {
  const status: Status = judged.valid ? 'valid' : 'invalid';
  const components = { ...visit.components, quality: judged.quality };
  const authority = authorityOf(components, verified);
  const rejection: Rejection | null =
    visit.ruling ?? (standingTier(visit) === null ? rejectionOf(judged) : visit.rejection);
  return { status, quality: judged.quality, authority, tier: tierOf({ rejection, status, authority, verified }) };
}

type Compared = Pick<LintResult['findings'][number], 'id' | 'severity' | 'outcome' | 'line' | 'excerpt'>;

/** The rules of which there are more or fewer findings than before, one entry for each rule and severity. */
function compareFindings(before: readonly Compared[], after: readonly Compared[]): RuleChange[] {
  const keyOf = ({ id, severity, outcome }: Compared) => `${id} ${severity} ${outcome}`;
  const old = Map.groupBy(before, keyOf);
  const now = Map.groupBy(after, keyOf);
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((key) => {
    const [was, is] = [old.get(key) ?? [], now.get(key) ?? []];
    const [first] = is.length > was.length ? is : was;
    if (first === undefined || was.length === is.length) return [];
    const { id, severity, line, excerpt } = first;
    return [{ id, severity, by: is.length - was.length, line, excerpt }];
  });
}
