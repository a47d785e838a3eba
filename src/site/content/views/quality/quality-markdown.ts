import { escapeMarkdown } from '../../format/markdown.ts';
import { lineWords, type QualityView } from './quality-view.ts';

export function renderQualityMarkdown({ score, version, parts, limit, note, advice }: QualityView): string[] {
  const rows = parts.map(
    ({ name, score: own, weight, points, reason }) =>
      `| ${name} | ${own} | ${weight} | ${points} | ${escapeMarkdown(reason)} |`,
  );
  const items = advice.map(({ part, text, lines }) => {
    const where = lineWords(lines);
    return `- ${part}: ${escapeMarkdown(text)}${where ? ` See ${where}.` : ''}`;
  });
  return [
    `## Quality: ${score} of 100 (version ${version})`,
    ['| part | score | weight | points | seen |', '| --- | ---: | ---: | ---: | --- |', ...rows].join('\n'),
    ...(limit ? [escapeMarkdown(limit)] : []),
    ...(note ? [note] : []),
    ...(items.length > 0 ? [`Advice:\n\n${items.join('\n')}`] : []),
  ];
}
