import { decodePage, isParkedPage, type PageFacts } from '#llmstxt';
import { readPage } from '../../extract/read-page.ts';

export interface HomepageToRead {
  readonly domain: string;
  readonly body: Uint8Array;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReadHomepage {
  readonly facts: PageFacts;
  readonly isParked: boolean;
}

export function readHomepage({ body, url, headers }: HomepageToRead): ReadHomepage {
  const html = decodePage(body, headers['content-type']);
  return { facts: readPage(html, url, headers), isParked: isParkedPage(html) };
}
