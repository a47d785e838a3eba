import type { Agents } from '../../../directory/agent-access.ts';
import type { Status } from '../../../directory/state.ts';
import { paths } from '../../../directory/urls.ts';
import { isFinding } from '../../../directory/visit.ts';
import { wordsAfterVisit } from '../../format/status-words.ts';
import { cleanText, linkableUrl } from '../../format/untrusted-text.ts';
import { agentsView } from '../agents/agents-view.ts';
import type { ShownFinding } from '../findings/findings-view.ts';
import { qualityView, type ShownQuality } from '../quality/quality-view.ts';
import type { ShownRule } from './other-rules-view.ts';
import { type FileReport, reportView } from './report-view.ts';

/** What a check answers, as far as it is shown. */
export interface CheckAnswer extends Pick<FileReport, 'preview' | 'readers'> {
  readonly domain: string;
  readonly url: string;
  readonly final_url: string;
  readonly fetched_at: string;
  readonly status: Status;
  readonly quality: number;
  readonly quality_details: ShownQuality | null;
  readonly agents: Agents | null;
  /** Findings, then the rules that have none. */
  readonly checks: readonly (ShownFinding & Pick<ShownRule, 'outcome'>)[];
}

/** A check with the text that it is about. */
export interface CheckedFile extends Pick<FileReport, 'text' | 'isWhole'> {
  readonly check: CheckAnswer;
}

const MAX_URL_CHARACTERS = 300;
/** It is found where a site turns our requests away. */
const BLOCKED_RULE = 'blocked';

export function checkView({ check, text, isWhole }: CheckedFile) {
  const { domain, final_url, status, quality, quality_details, checks, preview, readers } = check;
  const isBlocked = checks.some((rule) => rule.id === BLOCKED_RULE && isFinding(rule));
  const from = linkableUrl(final_url);
  return {
    domain,
    mark: { look: `status ${status}`, label: wordsAfterVisit(status, isBlocked).label },
    readAt: check.fetched_at,
    readFrom: from === null ? null : { url: from, words: cleanText(from, MAX_URL_CHARACTERS) },
    isWhole,
    quality: status === 'unreachable' ? null : quality,
    version: check.quality_details?.version ?? null,
    links: [
      { label: 'View directory page', path: paths.domain(domain) },
      { label: 'Generate a new file', path: paths.generateFor(domain), rel: 'nofollow' },
    ],
    agents: check.agents && agentsView(check.agents),
    report: reportView({
      quality: quality_details && qualityView(quality_details, quality),
      text,
      isWhole,
      url: check.url,
      findings: checks.filter(isFinding),
      unbroken: checks.filter((rule) => !isFinding(rule)),
      preview,
      readers,
    }),
  };
}
export type CheckView = ReturnType<typeof checkView>;
