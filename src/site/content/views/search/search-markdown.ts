import { paths } from '../../../../directory/urls.ts';
import { escapeMarkdown, joinBlocks, markdownUrl } from '../../format/markdown.ts';
import { renderSitesMarkdown, THEIR_WORDS } from '../sites/sites-markdown.ts';
import type { LinkView } from './link-view.ts';
import type { ResultsView } from './results-view.ts';
import type { SearchView } from './search-view.ts';

export function renderSearchMarkdown(view: SearchView, baseUrl: string): string {
  const { query, count, results, pages, noPages, pager } = view;
  if (query === '') return renderUsage(baseUrl);
  const { exact = null, suggestion = null, sites = [], empty = noPages } = results ?? {};
  return joinBlocks(
    '# Search',
    `> ${escapeMarkdown(query)}: ${count}`,
    exact && renderExact(exact, baseUrl),
    suggestion && `Did you mean [${escapeMarkdown(suggestion.query)}](${baseUrl}${suggestion.path})?`,
    THEIR_WORDS,
    empty === null ? (sites.length > 0 ? renderSitesMarkdown(sites, baseUrl) : null) : escapeMarkdown(empty),
    pager?.next &&
      `[Page ${pager.page + 1} of ${pager.pages}](${baseUrl}${pager.next.replace(paths.search, paths.markdown(paths.search))})`,
    ...(pages.length > 0 ? ['## In their files', pages.map((link) => renderLink(link, baseUrl)).join('\n')] : []),
  );
}

function renderExact({ domain, site, checkPath, addPath }: NonNullable<ResultsView['exact']>, baseUrl: string): string {
  if (site) return renderSitesMarkdown([site], baseUrl);
  return `${domain} is not listed: [check it](${baseUrl}${checkPath}) or [add it](${baseUrl}${addPath}).`;
}

function renderLink({ section, title, url, notes, domain, path }: LinkView, baseUrl: string): string {
  const name = escapeMarkdown(section === null ? title : `${section} › ${title}`);
  return `- [${name}](${markdownUrl(url)}), from [${domain}](${baseUrl}${paths.markdown(path)})${notes ? `: ${escapeMarkdown(notes)}` : ''}`;
}

function renderUsage(baseUrl: string): string {
  return joinBlocks(
    '# Search',
    '> Use the API instead. It needs no key.',
    [
      `- \`curl '${baseUrl}/v1/search?q=payments'\`: searches domain, title, summary, description and tags. Quotes match a phrase, a minus excludes a word, and \`or\` separates alternatives. The start of a domain also matches.`,
      '- `scope=all` also searches the file: its first prose, the names of its sections and links, and the notes of links. `sort=relevance` lists the best matches first instead of the highest authority.',
      '- `page` and `per_page` (1 to 100) select a page of results. `verified=true` returns only verified sites. `include_unlisted=true` adds unlisted sites.',
      `- See the [API](${baseUrl}${paths.markdown(paths.doc('api'))}) and [MCP](${baseUrl}${paths.markdown(paths.doc('mcp'))}), where the tool is \`search_domains\`.`,
    ].join('\n'),
  );
}
