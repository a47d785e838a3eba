import type { VerdictView } from './grade.ts';
import type { QualityView } from './quality-view.ts';

/** Removes the advice that the verdict of the page quotes, because a page shows each text once. Keeps advice with lines. */
export function withoutQuotes(quality: QualityView | null, { steps }: Pick<VerdictView, 'steps'>): QualityView | null {
  const quotes = new Set(
    steps.flat().flatMap((part) => (typeof part !== 'string' && 'quoted' in part ? part.quoted : [])),
  );
  return (
    quality && {
      ...quality,
      advice: quality.advice
        .map((each) => (quotes.has(each.text) ? { ...each, text: '' } : each))
        .filter(({ text, lines }) => text !== '' || lines.length > 0),
    }
  );
}
