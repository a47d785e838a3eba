import { lineWords, type QualityView } from './quality-view.ts';

/** Most pieces of advice in the text. The structured answer has all. */
const MAX_ADVICE = 3;

export function qualityLines({ parts, limit, note, advice }: QualityView): string[] {
  return [
    `Parts of the quality: ${parts.map(({ name, score }) => `${name} ${score}`).join(', ')}.`,
    ...(limit ? [limit] : []),
    ...(note ? [note] : []),
    ...advice.slice(0, MAX_ADVICE).map(({ part, text, lines }) => {
      const where = lineWords(lines);
      return `To improve ${part}: ${text}${where ? ` See ${where}.` : ''}`;
    }),
  ];
}
