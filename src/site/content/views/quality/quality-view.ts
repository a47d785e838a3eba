import type { QualityAssessment } from '#llmstxt';
import { formatList } from '../../../../directory/format-list.ts';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { BORROWED_REASON } from '../../../../directory/scoring/borrowed.ts';
import { escapeMarkdown, joinBlocks } from '../../format/markdown.ts';
import { cleanText } from '../../format/untrusted-text.ts';

export type ShownQuality = Pick<QualityAssessment, 'version' | 'score' | 'parts' | 'limit'>;

/** Most characters of a sentence, because advice quotes rules, and rules quote the file. */
const MAX_SENTENCE_CHARACTERS = 400;
const MAX_LINES = 3;

/**
 * Creates the view of a quality with advice. The part with most to gain comes first. `quality` is the counted value, which is 0
 * for an invalid file.
 */
export function qualityView(details: ShownQuality, quality: number | null) {
  const { version, score, parts, limit } = details;
  const clean = (sentence: string) => cleanText(sentence, MAX_SENTENCE_CHARACTERS);
  return {
    version,
    /** Counted score, 0 without quality. */
    score: quality === 0 ? 0 : score,
    parts: parts.map(({ id, score: own, weight, reason }) => ({
      name: id,
      score: own,
      weight,
      points: ((weight * own) / 100).toFixed(1),
      reason: clean(reason),
    })),
    limit: limit && limitWords(limit, clean),
    isBorrowed: limit?.reason === BORROWED_REASON,
    note: quality === 0 && score > 0 ? `While the file is not valid its quality is 0; it would be ${score}.` : null,
    advice: parts
      .filter(({ raise }) => raise !== null)
      .toSorted((a, b) => b.gain - a.gain)
      .map(({ id, raise, gain, lines }) => ({
        part: id,
        text: `${clean(raise ?? '')} It adds about ${formatQuantity(gain, 'point')}.`,
        lines: lines.slice(0, MAX_LINES),
      })),
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

/** Formats `line 3` or `lines 3, 9 and 12`, or null without lines. */
export function lineWords(lines: readonly number[]): string | null {
  return lines.length === 0 ? null : `${lines.length === 1 ? 'line' : 'lines'} ${formatList(lines)}`;
}

export function renderQualityMarkdown({ score, version, parts, limit, note, advice }: QualityView): string {
  const rows = parts.map(
    ({ name, score: own, weight, points, reason }) =>
      `| ${name} | ${own} | ${weight} | ${points} | ${escapeMarkdown(reason)} |`,
  );
  const items = advice.map(({ part, text, lines }) => {
    const where = lineWords(lines);
    return `- ${part}: ${escapeMarkdown(text)}${where ? ` See ${where}.` : ''}`;
  });
  return joinBlocks(
    `## Quality: ${score} of 100 (version ${version})`,
    ['| part | score | weight | points | seen |', '| --- | ---: | ---: | ---: | --- |', ...rows],
    limit && escapeMarkdown(limit),
    note,
    ...(items.length > 0 ? ['Advice:', items] : []),
  );
}
