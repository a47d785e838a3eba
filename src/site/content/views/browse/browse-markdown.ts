import { paths } from '../../../../directory/urls.ts';
import { escapeMarkdown, joinBlocks } from '../../format/markdown.ts';
import { renderSitesMarkdown, THEIR_WORDS } from '../sites/sites-markdown.ts';
import type { BrowseView } from './browse-view.ts';

export function renderBrowseMarkdown({ title, lede, sites, empty, pager, more }: BrowseView, baseUrl: string): string {
  const next = pager?.next
    ? `[Page ${pager.page + 1} of ${pager.pages}](${baseUrl}${paths.markdown(pager.next)})`
    : more && `[More sites](${baseUrl}${more})`;
  return joinBlocks(
    `# ${escapeMarkdown(title)}`,
    `> ${lede}`,
    THEIR_WORDS,
    sites.length > 0 ? renderSitesMarkdown(sites, baseUrl) : empty,
    next,
  );
}
