import { createDraft, type DraftPage, FAILURE_WORDS, isBlockedStatus, pageKey, parse } from '#llmstxt';
import { CRAWLER_TOKEN } from '../directory/crawler-token.ts';
import { DirectoryError } from '../directory/errors.ts';
import type { WrittenDraft } from '../operations/check/generate-draft.ts';
import { describeFailure, type GatherOptions, gatherSources } from './gather-sources.ts';
import { LeftOut } from './left-out.ts';

/**
 * Writes an llms.txt for a site from its public pages. Rejects with `DirectoryError` site.unreachable or
 * site.timeout, or with a `HostBusyError`.
 */
export async function writeDraft(domain: string, options: GatherOptions): Promise<WrittenDraft> {
  const { sources, pagesRead, notes, homepage } = await gatherSources(domain, options);
  if (homepage.failure !== null) {
    const code = homepage.failure === 'timeout' ? 'site.timeout' : 'site.unreachable';
    const advice = homepage.failure === 'dns' ? ' Check the spelling.' : '';
    throw new DirectoryError(code, `${domain} could not be read: ${FAILURE_WORDS[homepage.failure]}.${advice}`);
  }
  if (pagesRead === 0 && sources.sitemapUrls.length === 0) {
    const { status } = homepage;
    const advice = status !== null && isBlockedStatus(status) ? ` Allow the user agent ${CRAWLER_TOKEN}.` : '';
    const reason = `the homepage ${describeFailure(status)}`;
    throw new DirectoryError('site.unreachable', `${domain} lists no pages to read: ${reason}.${advice}`);
  }
  options.onProgress?.('Writing the draft');
  const { text, links } = createDraft(sources);
  const isPlain = sources.url.startsWith('http:');
  const missing =
    links === 0
      ? [isPlain ? 'The site answers over http only, so its links were left out.' : 'No page could be linked.']
      : [];
  return { text, pagesRead, notes: [...notes, ...unlistedNotes(text, sources.pages), ...missing] };
}

/** Lists the pages that responded but are not in the text. */
function unlistedNotes(text: string, pages: readonly DraftPage[]): readonly string[] {
  // Compare keys, because the draft escapes parentheses.
  const listed = new Set(parse(text).links.map(({ href }) => pageKey(href)));
  const leftOut = new LeftOut();
  for (const { url, markdown } of pages) {
    if (![url, markdown ?? url].some((href) => listed.has(pageKey(href)))) leftOut.add('unfit', url);
  }
  return leftOut.notes;
}
