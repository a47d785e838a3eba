import { paths } from '../../../../directory/urls.ts';
import { joinBlocks, listLinks } from '../../format/markdown.ts';
import type { AddView } from './add-view.ts';

export function renderAddToolMarkdown(baseUrl: string): string {
  return joinBlocks(
    '# Add your site',
    '> Registers a domain and queues its first visit. No account, no key.',
    registration('example.com', baseUrl),
    [
      `- [For owners](${baseUrl}${paths.markdown(paths.doc('owners'))}): prove control and edit the entry`,
      `- [Generate](${baseUrl}${paths.markdown(paths.generate)}): write a file for a site without one`,
    ].join('\n'),
  );
}

export function renderAddMarkdown({ domain, found, advice, button, steps }: AddView, baseUrl: string): string {
  return joinBlocks(
    `# Add ${domain}`,
    `> ${found} ${advice}`,
    ...(button === null ? [] : [registration(domain, baseUrl)]),
    listLinks(steps, baseUrl),
  );
}

function registration(domain: string, baseUrl: string): string {
  return `    POST ${baseUrl}${paths.sites}\n    Content-Type: application/json\n\n    {"domain":"${domain}"}`;
}
