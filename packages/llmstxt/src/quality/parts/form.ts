import { countBySeverity } from '../../reporting/count-places.ts';
import type { Finding, Severity } from '../../types/finding.ts';
import type { Explanation } from '../../types/quality.ts';
import { count, keepLine } from '../part.ts';

/** Cost of a finding, in percent. */
export const SEVERITY_WEIGHTS: Readonly<Record<Severity, number>> = { error: 20, warning: 4, info: 1 };
/** Most findings of one rule that count, because repeated findings have one cause. */
export const MAX_COUNTED_PER_RULE = 3;

/** Rules about the notation of URLs. Readers also find pages by plain URLs and labeled endpoints. */
const WRITTEN_OTHERWISE = new Set(['bare-url', 'item-without-link', 'section-without-links', 'link-form']);

/** Scores the format, 0–1: 1 minus the weights of the findings. */
export function scoreForm(findings: readonly Finding[]): number {
  const counted = new Map<string, number>();
  let lost = 0;
  for (const finding of findings) {
    const { id, severity } = finding;
    const before = counted.get(id) ?? 0;
    if (!costs(finding) || before >= MAX_COUNTED_PER_RULE) continue;
    counted.set(id, before + 1);
    lost += SEVERITY_WEIGHTS[severity];
  }
  return Math.max(0, 100 - lost) / 100;
}

function costs({ id, outcome }: Finding): boolean {
  return outcome === 'failed' && !WRITTEN_OTHERWISE.has(id);
}

/** Returns the cost (0–1) of the rule that the advice is about. */
export function costOfWorst(findings: readonly Finding[]): number {
  const [worst] = findCostly(findings);
  return 1 - scoreForm(findings.filter(({ id }) => id === worst?.id));
}

/** Returns the findings that cost points, errors first. */
function findCostly(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(costs).toSorted((a, b) => SEVERITY_WEIGHTS[b.severity] - SEVERITY_WEIGHTS[a.severity]);
}

export function explainForm(findings: readonly Finding[]): Explanation {
  const { error, warning, info } = countBySeverity(findings.filter(({ outcome }) => outcome === 'failed'));
  const lines: number[] = [];
  const costly = findCostly(findings);
  for (const { line } of costly) if (line !== null) keepLine(lines, line);
  const [worst] = costly;
  return {
    reason: `The format rules found ${count(error, 'error')}, ${count(warning, 'warning')} and ${count(info, 'note')}.`,
    raise: worst === undefined ? null : `Start with "${worst.title}": ${worst.fix ?? worst.message}`,
    lines,
  };
}
