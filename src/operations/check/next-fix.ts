import { z } from 'zod';
import type { Finding, Severity } from '#llmstxt';
import type { ReadFile } from '../../directory/detail.ts';
import { paths } from '../../directory/urls.ts';

export const nextFixSchema = z.object({
  rule: z.string().nullable().describe('The broken rule. Null for advice that raises quality.'),
  line: z.int().nullable(),
  text: z.string().describe('Advice. The text may quote the file.'),
  url: z.url().describe('Page that explains the rule or the score.'),
});
type NextFix = z.infer<typeof nextFixSchema>;

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Returns the worst finding, or else the advice that raises quality most. Returns null without finding and advice. */
export function findNextFix({ findings, quality_details }: ReadFile, baseUrl: string): NextFix | null {
  const [worst] = findings.toSorted((a, b) => toRank(a) - toRank(b));
  if (worst && worst.severity !== 'info') return toFix(worst, baseUrl);
  const [part] = (quality_details?.parts ?? [])
    .filter(({ raise }) => raise !== null)
    .toSorted((a, b) => b.gain - a.gain);
  if (part?.raise) {
    return { rule: null, line: part.lines[0] ?? null, text: part.raise, url: `${baseUrl}${paths.doc('scoring')}` };
  }
  return worst ? toFix(worst, baseUrl) : null;
}

const toRank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);

const toFix = ({ id, line, message, fix }: Finding, baseUrl: string): NextFix => ({
  rule: id,
  line,
  text: fix ?? message,
  url: `${baseUrl}${paths.rule(id)}`,
});
