import type { FindingsView } from '../findings/findings-view.ts';
import type { QualityView } from './quality-view.ts';
import type { VerdictView } from './verdict.ts';

/** Removes the advice that the verdict of the page quotes, because a page shows each text once. Keeps advice with lines. */
export function withoutQuotes(quality: QualityView | null, { steps }: Pick<VerdictView, 'steps'>): QualityView | null {
  const quotes = listQuotes(steps);
  return (
    quality && {
      ...quality,
      advice: quality.advice
        .map((each) => (quotes.has(each.text) ? { ...each, text: '' } : each))
        .filter(({ text, lines }) => text !== '' || lines.length > 0),
    }
  );
}

export function withoutQuotedFixes(findings: FindingsView, { steps }: Pick<VerdictView, 'steps'>): FindingsView {
  const quotes = listQuotes(steps);
  const unquoted = (fix: string | null) => (fix !== null && quotes.has(fix) ? null : fix);
  return {
    ...findings,
    rules: findings.rules.map((rule) => ({
      ...rule,
      places: rule.places.map((place) => ({ ...place, fix: unquoted(place.fix) })),
    })),
  };
}

function listQuotes(steps: VerdictView['steps']): ReadonlySet<string> {
  return new Set(steps.flat().flatMap((part) => (typeof part !== 'string' && 'quoted' in part ? part.quoted : [])));
}
