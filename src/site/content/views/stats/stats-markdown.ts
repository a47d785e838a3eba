import { paths } from '../../../../directory/urls.ts';
import { formatInstant } from '../../format/dates.ts';
import { escapeMarkdown, joinBlocks } from '../../format/markdown.ts';
import type { CountTable, StatsView } from './stats-view.ts';

export function renderStatsMarkdown(
  { title, lede, empty, chart, tables, rules, visitedAt, dataPath }: StatsView,
  baseUrl: string,
): string {
  return joinBlocks(
    `# ${title}`,
    `> ${lede}`,
    ...(empty
      ? [empty]
      : [
          chart?.description,
          ...[...tables, rules].flatMap((table) => [`## ${table.heading}`, table.note, renderCounts(table, baseUrl)]),
        ]),
    visitedAt && `Last crawl: ${formatInstant(visitedAt)}.`,
    `As JSON: ${baseUrl}${dataPath}`,
    `The numbers of each chart as CSV and JSON: ${baseUrl}${paths.markdown(paths.data)}`,
  );
}

function renderCounts({ rows, empty }: CountTable, baseUrl: string): string {
  if (rows.length === 0) return empty;
  return rows
    .map(({ label, path, count, share }) => {
      const name = escapeMarkdown(label);
      return `- ${path === null ? name : `[${name}](${baseUrl}${paths.markdown(path)})`}: ${count} (${share})`;
    })
    .join('\n');
}
