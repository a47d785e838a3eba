import type { QualityAssessment } from '#llmstxt';
import { cleanText } from '../../format/untrusted-text.ts';

/** What a quality is made of, as far as it is shown. */
export type ShownQuality = Pick<QualityAssessment, 'version' | 'score' | 'parts' | 'limit'>;

/** Advice quotes rules, and rules quote the file. */
const MAX_SENTENCE_CHARACTERS = 400;

/**
 * The parts of a quality with what would raise them, the one with most to gain first among the advice. `quality` is the
 * component that counts: 0 for a file that is not valid, whatever its parts are.
 */
export function qualityView(details: ShownQuality, quality: number | null) {
  const { version, score, parts, limit } = details;
  const clean = (sentence: string) => cleanText(sentence, MAX_SENTENCE_CHARACTERS);
  return {
    version,
    /** What counts. */
    score: quality === 0 ? 0 : score,
    parts: parts.map(({ id, score: own, weight, reason }) => ({
      name: id,
      score: own,
      weight,
      points: ((weight * own) / 100).toFixed(1),
      reason: clean(reason),
    })),
    limit: limit && limitWords(limit, clean),
    note: quality === 0 && score > 0 ? `While the file is not valid its quality is 0; it would be ${score}.` : null,
    advice: parts
      .filter(({ raise }) => raise !== null)
      .toSorted((a, b) => b.weight * (100 - b.score) - a.weight * (100 - a.score))
      .map(({ id, raise, lines }) => ({ part: id, text: clean(raise ?? ''), lines })),
  };
}
function limitWords(
  { score, reason, lines }: NonNullable<ShownQuality['limit']>,
  clean: (text: string) => string,
): string {
  const where = lineWords(lines);
  return `At most ${score}: ${clean(reason)}${where ? ` See ${where}.` : ''}`;
}

export type QualityView = ReturnType<typeof qualityView>;

/** `line 3`, `lines 3, 9 and 12`; null for none. */
export function lineWords(lines: readonly number[]): string | null {
  const last = lines.at(-1);
  if (last === undefined) return null;
  return lines.length === 1 ? `line ${last}` : `lines ${lines.slice(0, -1).join(', ')} and ${last}`;
}
