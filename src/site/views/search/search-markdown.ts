import { paths } from '../../../directory/urls.ts';
import { joinBlocks } from '../../format/markdown.ts';

/** What the search page is good for where nothing can be typed into it. */
export function renderSearchMarkdown(baseUrl: string): string {
  return joinBlocks(
    '# Search',
    '> Ask the API instead: it needs no key.',
    [
      `- \`curl '${baseUrl}/v1/search?q=payments'\`: words in address, title, summary, description and tags. Quotes keep words together, a minus excludes, \`or\` widens; the start of an address is found too.`,
      '- `page` and `per_page` (1 to 100) turn the pages, `verified=true` keeps to sites whose owner is known, `include_unlisted=true` adds the rest.',
      `- [API](${baseUrl}${paths.markdown(paths.doc('api'))}) and [MCP](${baseUrl}${paths.markdown(paths.doc('mcp'))}), where the same is the tool \`search_domains\`.`,
    ].join('\n'),
  );
}
