import type { Finding, Severity } from '../../types/finding.ts';
import type { Explanation } from '../../types/quality.ts';
import { count, keepLine } from '../part.ts';

/** What a finding costs of 100. */
export const SEVERITY_WEIGHTS: Readonly<Record<Severity, number>> = { error: 20, warning: 4, info: 1 };
/** The same rule counts at most this many times: a hundred bare URLs are one habit, not a hundred faults. */
export const MAX_COUNTED_PER_RULE = 3;

/** Rules about how addresses are written: readers find pages as well by plain addresses and endpoints with a label. */
const WRITTEN_OTHERWISE = new Set(['bare-url', 'item-without-link', 'section-without-links', 'link-form']);

/** How far the file keeps to the format, 0–1: all of it minus the weights of the findings. */
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

export function explainForm(findings: readonly Finding[]): Explanation {
  const failed = findings.filter(({ outcome }) => outcome === 'failed');
  const of = (wanted: Finding['severity']): readonly Finding[] => failed.filter(({ severity }) => severity === wanted);
  const [errors, warnings, infos] = [of('error'), of('warning'), of('info')];
  const lines: number[] = [];
  const costly = [...errors, ...warnings, ...infos].filter(costs);
  for (const { line } of costly) if (line !== null) keepLine(lines, line);
  const [worst] = costly;
  return {
    reason: `The format rules found ${count(errors.length, 'error')}, ${count(warnings.length, 'warning')} and ${count(infos.length, 'suggestion')}.`,
    raise: worst === undefined ? null : `Start with "${worst.title}": ${worst.fix ?? worst.message}`,
    lines,
  };
}
