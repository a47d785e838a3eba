import { isFinding } from '../../../../directory/visit.ts';
import { generatorName } from '../../format/names.ts';
import { quote } from '../../format/quote.ts';
import { agentsView } from '../agents/agents-view.ts';
import { KEPT_OUT } from '../domain/verdict-view.ts';
import { findingLines, findingsView, NO_FINDINGS, severityCounts } from '../findings/findings-view.ts';
import { outlineView } from '../outline/outline-view.ts';
import { renderPhraseMarkdown } from '../phrase.ts';
import { qualityLines } from '../quality/quality-text.ts';
import { qualityView } from '../quality/quality-view.ts';
import { checkVerdict } from './check-verdict.ts';
import type { CheckAnswer } from './check-view.ts';

/** Check with one page of findings. `summary` counts all findings. */
interface PagedCheck extends CheckAnswer {
  readonly summary: Readonly<Record<'errors' | 'warnings' | 'infos', number>>;
  readonly page: number;
  readonly pages: number;
}

/** Most findings in the text. The structured answer has the whole page. */
const MAX_LINES = 20;

/** Renders a check as the text of a tool's answer. */
export function renderCheckText(check: PagedCheck, baseUrl: string): string {
  const { domain, final_url, status, rejection, quality, generator, preview, agents, page, pages } = check;
  const findings = findingsView(check.checks.filter(isFinding));
  const details = check.quality_details && qualityView(check.quality_details, quality);
  const lines = findingLines(findings);
  const shownLines = lines.slice(0, MAX_LINES);
  const verdict = checkVerdict({ domain, status, rejection, quality, findings, details, qualityPath: '#' }, () => '#');
  return [
    ...(status === 'valid'
      ? [`The llms.txt of ${domain} is valid; quality ${quality} of 100: ${formatCounts(check)}.`]
      : [
          `${verdict.words}: ${verdict.sentence}`,
          ...verdict.steps.map((step) => `Next: ${renderPhraseMarkdown(step, baseUrl)}`),
        ]),
    ...(rejection ? [KEPT_OUT[rejection]] : []),
    ...(details ? qualityLines(details) : []),
    ...(generator ? [`Made with ${generatorName(generator)}.`] : []),
    preview ? `${outlineView(preview).size}.` : 'We have no text to show.',
    ...(agents ? [agentsView(agents).lede] : []),
    shownLines.length > 0 ? quote(domain, [`read at ${final_url}`, ...shownLines].join('\n')) : withoutFindings(page),
    ...(lines.length > shownLines.length ? ['More findings are in the structured answer.'] : []),
    ...(page < pages ? [`Next: page ${page + 1} of ${pages} has more findings.`] : []),
  ].join('\n');
}

function withoutFindings(page: number): string {
  return page === 1 ? NO_FINDINGS : `Page ${page} of the findings is past the end.`;
}

function formatCounts({ summary }: PagedCheck): string {
  const counts = severityCounts({ error: summary.errors, warning: summary.warnings, info: summary.infos });
  return counts.map(({ text }) => text).join(', ') || 'no findings';
}
