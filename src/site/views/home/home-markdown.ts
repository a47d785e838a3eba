import { paths } from '../../../directory/urls.ts';
import { escapeMarkdown, joinBlocks } from '../../format/markdown.ts';
import { renderSitesMarkdown, THEIR_WORDS } from '../sites/sites-markdown.ts';
import type { HomeView } from './home-view.ts';

export function renderHomeMarkdown(
  { title, description, counts, best, newest, ...view }: HomeView,
  baseUrl: string,
): string {
  const page = (name: string, path: string) => `- [${name}](${baseUrl}${paths.markdown(path)})`;
  const risen = view.risen.map(
    ({ domain, change, gain }) => `- [${domain}](${baseUrl}${paths.domainMarkdown(domain)}): ${change} (${gain})`,
  );
  return joinBlocks(
    `# ${escapeMarkdown(title)}`,
    `> ${description}`,
    counts.map(({ label, value }) => `- ${value} ${label}`).join('\n'),
    '## Use it',
    [
      page('Browse', paths.browse(1)),
      page('By topic', paths.topics),
      page('By tag', paths.tags),
      page('By country', paths.map),
      page('Statistics', paths.stats),
      page('API', paths.doc('api')),
      page('MCP', paths.doc('mcp')),
      `- [llms.txt](${baseUrl}${paths.llmsTxt})`,
    ].join('\n'),
    ...[best, newest].flatMap(({ heading, sites }) =>
      sites.length > 0 ? [`## ${heading}`, renderSitesMarkdown(sites, baseUrl)] : [],
    ),
    ...(risen.length > 0 ? [`## ${view.risenHeading}`, risen.join('\n')] : []),
    THEIR_WORDS,
  );
}
