import type { lintText } from '#llmstxt';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import type { KeptFinding } from '../check/report-view.ts';

/** Describes a lint. With findings of a visit, the quality is known only after the next visit. */
export function describeLint(
  { valid, quality, findings }: ReturnType<typeof lintText>,
  kept: readonly KeptFinding[] = [],
): string {
  const isValid = valid && !kept.some(({ isError }) => isError);
  const score = kept.length === 0 ? `, quality ${quality} of 100` : '';
  const state = isValid ? `Valid${score}` : 'Not valid';
  const problems = findings.length === 0 ? 'no problems found in the text' : formatQuantity(findings.length, 'finding');
  const places = kept.reduce((sum, { count }) => sum + count, 0);
  return `${state}: ${problems}${places === 0 ? '' : `; ${formatQuantity(places, 'finding')} of the last visit not tested again`}.`;
}
