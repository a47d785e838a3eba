import { paths } from '../../../directory/urls.ts';
import { escapeMarkdown, joinBlocks } from '../../format/markdown.ts';
import { renderSitesMarkdown, THEIR_WORDS } from '../sites/sites-markdown.ts';
import type { SearchView } from './search-view.ts';

/** What was found; where nobody has searched yet, how to. */
export function renderSearchMarkdown(
  { query, exact, results, empty, suggestion }: SearchView,
  baseUrl: string,
): string {
  if (!results) return renderUsage(baseUrl);
  const { count, sites, pager } = results;
  return joinBlocks(
    '# Search',
    `> ${escapeMarkdown(query)}: ${count}`,
    exact && `The domain itself: [${exact.domain}](${baseUrl}${paths.domainMarkdown(exact.domain)})`,
    suggestion && `Did you mean [${escapeMarkdown(suggestion.query)}](${baseUrl}${suggestion.path})?`,
    THEIR_WORDS,
    sites.length > 0 ? renderSitesMarkdown(sites, baseUrl) : empty,
    pager?.next &&
      `[Page ${pager.page + 1} of ${pager.pages}](${baseUrl}${pager.next.replace(paths.search, paths.markdown(paths.search))})`,
  );
}

function renderUsage(baseUrl: string): string {
  return joinBlocks(
    '# Search',
    '> Ask the API instead: it needs no key.',
    [
      `- \`curl '${baseUrl}/v1/search?q=payments'\`: words in domain, title, summary, description and tags. Quotes keep words together, a minus excludes, \`or\` widens; the start of a domain is found too.`,
      '- `scope=all` also searches the first prose of each file and the names of its sections and links; `sort=relevance` puts the best matches first instead of the highest authority.',
      '- `page` and `per_page` (1 to 100) turn the pages, `verified=true` keeps to sites whose owner is known, `include_unlisted=true` adds the rest.',
      `- [API](${baseUrl}${paths.markdown(paths.doc('api'))}) and [MCP](${baseUrl}${paths.markdown(paths.doc('mcp'))}), where the same is the tool \`search_domains\`.`,
    ].join('\n'),
  );
}
