import { isFinding } from '../../../../directory/visit.ts';
import { generatorName } from '../../format/generators.ts';
import { quote } from '../../format/quote.ts';
import { agentsView } from '../agents/agents-view.ts';
import { KEPT_OUT } from '../domain/verdict-view.ts';
import { findingLines, findingsView, severityCounts } from '../findings/findings-view.ts';
import { outlineView } from '../outline/outline-view.ts';
import { qualityLines } from '../quality/quality-text.ts';
import { qualityView } from '../quality/quality-view.ts';
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
export function renderCheckText({
  domain,
  final_url,
  status,
  rejection,
  quality,
  quality_details,
  generator,
  summary,
  checks,
  preview,
  agents,
  page,
  pages,
}: PagedCheck): string {
  const lines = findingLines(findingsView(checks.filter(isFinding)));
  const shown = lines.slice(0, MAX_LINES);
  const counts = severityCounts({ error: summary.errors, warning: summary.warnings, info: summary.infos })
    .map(({ text }) => text)
    .join(', ');
  return [
    `The llms.txt of ${domain} is ${status}; quality ${quality} of 100: ${counts || 'no findings'}.`,
    ...(rejection ? [KEPT_OUT[rejection]] : []),
    ...(quality_details ? qualityLines(qualityView(quality_details, quality)) : []),
    ...(generator ? [`Made with ${generatorName(generator)}.`] : []),
    preview ? `${outlineView(preview).size}.` : 'We have no text to show.',
    ...(agents ? [agentsView(agents).lede] : []),
    shown.length > 0 ? quote(domain, [`read at ${final_url}`, ...shown].join('\n')) : 'No problems found.',
    ...(lines.length > shown.length ? ['More findings are in the structured answer.'] : []),
    ...(page < pages ? [`Next: page ${page + 1} of ${pages} has more findings.`] : []),
  ].join('\n');
}
