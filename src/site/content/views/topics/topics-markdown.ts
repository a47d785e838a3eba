import { paths } from '../../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';
import type { TopicsView } from './topics-view.ts';

export function renderTopicsMarkdown({ title, lede, topics }: TopicsView, baseUrl: string): string {
  const items = topics.map(({ name, path, sites, description }) => {
    const label = path === null ? name : `[${name}](${baseUrl}${paths.markdown(path)})`;
    return `- ${label}: ${sites}. ${description}`;
  });
  return joinBlocks(`# ${title}`, `> ${lede}`, items.join('\n'));
}
