import type { LintResult, ResponseFacts } from '#llmstxt';
import { toOutcome } from '../../src/directory/scoring/outcome.ts';
import { aVisit, START } from '../directory/a-site.ts';

/** Returns a description if verdict, findings and outcome of a visit disagree. */
export function disagreement(name: string, response: ResponseFacts, result: LintResult): string[] {
  const { kind } = toOutcome(aVisit(START, { response, inspection: { ...result, document: null, readers: [] } }));
  const hasError = result.findings.some(({ severity }) => severity === 'error');
  const isUnknown = result.findings.some(({ outcome }) => outcome === 'unknown');
  const agrees =
    result.valid === (kind === 'valid') &&
    result.valid !== (hasError || isUnknown) &&
    (kind !== 'definitive' || hasError);
  return agrees ? [] : [`${name} with ${response.status}: ${kind}, ${result.valid ? 'valid' : 'invalid'}`];
}
