import { paths } from '../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';
import { quote } from '../../format/quote.ts';
import type { ResolutionView } from './resolution-view.ts';

export function renderResolutionMarkdown({ title, lede, found }: ResolutionView, baseUrl: string): string {
  if (found === null) {
    return joinBlocks(
      `# ${title}`,
      `> ${lede}`,
      `\`GET ${baseUrl}${paths.resolveApiOf('https://example.com/guides')}\``,
    );
  }
  const { asked, domain, domainPath, file, entry, markdown, sentence } = found;
  return joinBlocks(
    `# ${title}`,
    `Page: \`${asked.replaceAll('`', '%60')}\``,
    file && `File: <${file.url}>. ${file.scope}.`,
    sentence,
    entry &&
      quote(
        domain,
        [entry.title, entry.section && `section: ${entry.section}`, entry.notes].filter(Boolean).join('\n'),
      ),
    markdown && `${markdown.words}: <${markdown.url}>. ${markdown.tested}.`,
    `More about ${domain}: ${baseUrl}${domainPath}`,
  );
}
