import type { Finding, Severity } from '../types/finding.ts';

/** What a finding costs of 100. */
export const SEVERITY_WEIGHTS: Readonly<Record<Severity, number>> = { error: 20, warning: 4, info: 1 };

/** The same rule counts at most this many times: a hundred bare URLs are one habit, not a hundred faults. */
const MAX_COUNTED_PER_RULE = 3;

/** 0–100. An invalid file is worth nothing to an agent, whatever else is right about it. */
export function quality(findings: readonly Finding[], valid: boolean): number {
  if (!valid) return 0;
  const counted = new Map<string, number>();
  let score = 100;
  for (const finding of findings) {
    if (finding.outcome !== 'failed') continue;
    const count = counted.get(finding.id) ?? 0;
    if (count >= MAX_COUNTED_PER_RULE) continue;
    counted.set(finding.id, count + 1);
    score -= SEVERITY_WEIGHTS[finding.severity];
  }
  return Math.max(0, score);
}
