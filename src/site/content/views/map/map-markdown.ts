import { paths } from '../../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';
import type { MapView } from './map-view.ts';

export function renderMapMarkdown({ title, lede, rows, empty, dataPath }: MapView, baseUrl: string): string {
  const lines = rows.map(({ name, path, counts }) => {
    const linked = path === null ? name : `[${name}](${baseUrl}${paths.markdown(path)})`;
    return `| ${[linked, ...counts].join(' | ')} |`;
  });
  return joinBlocks(
    `# ${title}`,
    `> ${lede}`,
    rows.length > 0 ? ['| Country | Valid | Listed | Verified |', '|---|---|---|---|', ...lines].join('\n') : empty,
    `As JSON: ${baseUrl}${dataPath}`,
  );
}
