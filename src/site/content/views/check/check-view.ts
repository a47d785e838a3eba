import type { GeneratorId } from '#llmstxt';
import type { Agents } from '../../../../directory/agent-access.ts';
import type { PublicFacts } from '../../../../directory/record.ts';
import type { Rejection, Status } from '../../../../directory/state.ts';
import { paths } from '../../../../directory/urls.ts';
import { isFinding } from '../../../../directory/visit.ts';
import { findingId } from '../../../look/components/report-ids.ts';
import { generatorName } from '../../format/names.ts';
import { markAfterVisit } from '../../format/status-words.ts';
import { cleanText, linkableUrl } from '../../format/untrusted-text.ts';
import { agentsView } from '../agents/agents-view.ts';
import type { ShownFinding } from '../findings/findings-view.ts';
import { qualityView, type ShownQuality } from '../quality/quality-view.ts';
import { BLOCKED_RULE } from '../quality/verdict.ts';
import { checkVerdict } from './check-verdict.ts';
import type { ShownRule } from './other-rules-view.ts';
import { type FileReport, reportView } from './report-view.ts';

export interface CheckAnswer extends Pick<FileReport, 'preview' | 'readers'> {
  readonly domain: string;
  readonly url: string;
  readonly final_url: string;
  readonly fetched_at: string;
  readonly status: Status;
  readonly rejection: Rejection | null;
  readonly quality: number;
  readonly quality_details: ShownQuality | null;
  readonly agents: Agents | null;
  readonly generator: GeneratorId | null;
  /** Findings, then rules without findings. */
  readonly checks: readonly (ShownFinding & Pick<ShownRule, 'outcome'>)[];
}

export interface CheckedFile extends Pick<FileReport, 'text' | 'isWhole'> {
  readonly check: CheckAnswer;
  /** Entry of the directory, or null if the site has no entry. */
  readonly entry: Pick<PublicFacts, 'verified'> | null;
}

const MAX_URL_CHARACTERS = 300;
export const REPORT_ID = 'visit';

export function checkView({ check, entry, text, isWhole }: CheckedFile) {
  const { domain, final_url, status, rejection, quality, quality_details, checks, preview, readers } = check;
  const isBlocked = checks.some((rule) => rule.id === BLOCKED_RULE && isFinding(rule));
  const from = linkableUrl(final_url);
  const report = reportView({
    quality: quality_details && qualityView(quality_details, quality),
    text,
    isWhole,
    url: check.url,
    wholePath: paths.checkedFileOf(domain),
    findings: checks.filter(isFinding),
    unbroken: checks.filter((rule) => !isFinding(rule)),
    preview,
    readers,
  });
  return {
    domain,
    mark: markAfterVisit(status, isBlocked),
    readVerb: status === 'unreachable' ? 'Tried' : 'Read',
    readAt: check.fetched_at,
    readFrom: from === null ? null : { url: from, words: cleanText(from, MAX_URL_CHARACTERS) },
    isWhole,
    quality: status === 'unreachable' ? null : quality,
    madeWith: check.generator && generatorName(check.generator),
    agents: check.agents && agentsView(check.agents),
    verdict: checkVerdict(
      {
        domain,
        status,
        rejection,
        quality,
        findings: report.findings,
        details: report.quality,
        qualityPath: `#${REPORT_ID}-quality`,
      },
      ({ id }) => (report.source === null ? `#${REPORT_ID}-findings` : `#${findingId(REPORT_ID, id)}`),
    ),
    /** True if the site can have a badge and an owner now. */
    isValid: status === 'valid' && rejection === null,
    links: toLinks(domain, status === 'valid' && rejection === null, entry),
    report,
  };
}

function toLinks(domain: string, isValid: boolean, entry: CheckedFile['entry']) {
  const links: { label: string; path: string; rel?: string }[] = [];
  if (isValid) {
    if (!entry?.verified) links.push({ label: 'Claim the site', path: paths.claim(domain), rel: 'nofollow' });
    links.push({ label: 'Get the badge', path: paths.badgesOf(domain), rel: 'nofollow' });
  }
  if (entry) links.push({ label: 'View directory page', path: paths.domain(domain) });
  return links;
}

export type CheckView = ReturnType<typeof checkView>;
