import type { PageFacts } from '#llmstxt';
import { decodePage } from '../../../extract/decode-page.ts';
import { isHtml } from '../../../extract/is-html.ts';
import { readPage } from '../../../extract/read-page.ts';
import type { FetchResult } from '../../../fetch/net.ts';
import type { TwinPage } from './twin-page.ts';

/** What tells a page apart, and the llms.txt files that it names. Null for what is no HTML page. */
export function readHtmlPage(result: FetchResult): (TwinPage & Pick<PageFacts, 'describedBy'>) | null {
  const { status, body, finalUrl, headers } = result;
  if (status !== 200 || !isHtml(result)) return null;
  const facts = readPage(decodePage(body, headers['content-type']), finalUrl, headers);
  // No more than these are kept: with their links, pages take as much memory as their markup.
  const { url, title, heading, siteName, markdownAlternates, describedBy } = facts;
  return { url, title, heading, siteName, markdownAlternates, describedBy };
}
