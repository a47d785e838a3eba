import type { Finding, Severity } from '../types/finding.ts';

/** Returns the number of places with these findings, with the places that a finding only counts. */
export function countPlaces(findings: readonly Pick<Finding, 'more'>[]): number {
  return findings.reduce((sum, { more = 1 }) => sum + more, 0);
}

/** Returns the number of places by severity. */
export function countBySeverity(
  findings: readonly Pick<Finding, 'severity' | 'more'>[],
): Readonly<Record<Severity, number>> {
  const countSeverity = (wanted: Severity) => countPlaces(findings.filter(({ severity }) => severity === wanted));
  return { error: countSeverity('error'), warning: countSeverity('warning'), info: countSeverity('info') };
}
