import { decodePage, type PageFacts } from '#llmstxt';
import { isHtml } from '../../../extract/is-html.ts';
import { readPage } from '../../../extract/read-page.ts';
import type { FetchResult } from '../../../fetch/net.ts';
import type { TwinPage } from './twin-page.ts';

/**
 * Reads the distinguishing features of a page, and the llms.txt files that it names. Returns null if the response is
 * not HTML.
 */
export function readHtmlPage(result: FetchResult): (TwinPage & Pick<PageFacts, 'describedBy'>) | null {
  const { status, body, finalUrl, headers } = result;
  if (status !== 200 || !isHtml(result)) return null;
  const facts = readPage(decodePage(body, headers['content-type']), finalUrl, headers);
  // Copy the members that the test needs, because a page with its links needs as much memory as its markup.
  const { url, title, heading, siteName, markdownAlternates, describedBy } = facts;
  return { url, title, heading, siteName, markdownAlternates, describedBy };
}
