import { lineWords, type QualityView } from './quality-view.ts';

/** Advice in the text of a tool's answer; the structured answer has all of it. */
const MAX_ADVICE = 3;

/** The parts of a quality in a line, and what would raise it most. */
export function qualityLines({ parts, limit, note, advice }: QualityView): string[] {
  return [
    `Parts of the quality: ${parts.map(({ name, score }) => `${name} ${score}`).join(', ')}.`,
    ...(limit ? [limit] : []),
    ...(note ? [note] : []),
    ...advice.slice(0, MAX_ADVICE).map(({ part, text, lines }) => {
      const where = lineWords(lines);
      return `To raise ${part}: ${text}${where ? ` See ${where}.` : ''}`;
    }),
  ];
}
