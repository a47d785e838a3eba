import { decodePage, isParkedPage } from '#llmstxt';
import { readPage } from '../../extract/read-page.ts';

export interface HomepageToRead {
  readonly domain: string;
  readonly body: Uint8Array;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type ReadHomepage = ReturnType<typeof readHomepage>;

export function readHomepage({ body, url, headers }: HomepageToRead) {
  const html = decodePage(body, headers['content-type']);
  return { facts: readPage(html, url, headers), isParked: isParkedPage(html) };
}
