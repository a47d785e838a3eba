import { paths } from '../../../../directory/urls.ts';
import { escapeMarkdown, joinBlocks, listLinks } from '../../format/markdown.ts';
import { renderSitesMarkdown, THEIR_WORDS } from '../sites/sites-markdown.ts';
import type { HomeView } from './home-view.ts';

export function renderHomeMarkdown(
  { title, description, counts, topics, best, news }: HomeView,
  baseUrl: string,
): string {
  const page = (label: string, path: string) => ({ label, path: paths.markdown(path) });
  const changes = news.map(
    ({ label, domain, when }) => `- ${label}: [${domain}](${baseUrl}${paths.domainMarkdown(domain)}), ${when}`,
  );
  return joinBlocks(
    `# ${escapeMarkdown(title)}`,
    `> ${description}`,
    counts.map(({ label, value }) => `- ${value} ${label}`).join('\n'),
    '## Use it',
    listLinks(
      [
        page('Browse', paths.browse(1)),
        page('Add your site', paths.add),
        page('By topic', paths.topics),
        page('By tag', paths.tags),
        page('By country', paths.map),
        page('Statistics', paths.stats),
        page('API', paths.doc('api')),
        page('MCP', paths.doc('mcp')),
        { label: 'llms.txt', path: paths.llmsTxt },
      ],
      baseUrl,
    ),
    ...topics.flatMap(({ name, count, sites }) => [`## ${name}: ${count}`, renderSitesMarkdown(sites, baseUrl)]),
    ...(best.length > 0 ? ['## Listed sites', renderSitesMarkdown(best, baseUrl)] : []),
    ...(changes.length > 0 ? ['## Latest changes', changes.join('\n')] : []),
    THEIR_WORDS,
  );
}
