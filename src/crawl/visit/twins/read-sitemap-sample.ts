import { registrableDomain } from '../../../directory/domain-name.ts';
import { SitemapReader } from '../../../extract/read-sitemap.ts';
import { LIMITS } from '../../../fetch/limits.ts';
import type { VisitClient } from '../visit-client.ts';
import type { TwinRequests } from './twin-requests.ts';

export interface SitemapSampleOptions {
  readonly client: Pick<VisitClient, 'sitemapsOf'>;
  /** Scheme and host of the site. */
  readonly origin: string;
}

/** File extension of a page's URL. */
const PAGE_ENDINGS = new Set(['html', 'htm']);

/**
 * Returns pages from the start of the site's sitemap: the first in robots.txt, or `/sitemap.xml`. Reads the first
 * sitemap of an index. Sends at most two requests.
 */
export async function readSitemapSample(
  { client, origin }: SitemapSampleOptions,
  requests: TwinRequests,
): Promise<readonly string[]> {
  const [named = `${origin}/sitemap.xml`] = (await client.sitemapsOf(origin)).filter(isReadable);
  const sitemap = await read(named, requests);
  const [next] = sitemap?.kind === 'index' ? sitemap.urls.filter(isReadable) : [];
  const pages = next === undefined ? sitemap : await read(next, requests);
  return pages?.kind === 'pages' ? pages.urls.filter(isPage) : [];

  function isOwn(url: string): boolean {
    return registrableDomain(new URL(url).hostname) === registrableDomain(new URL(origin).hostname);
  }
  function isReadable(url: string): boolean {
    return isOwn(url) && !url.endsWith('.gz');
  }
  function isPage(url: string): boolean {
    const ending = /\.(\w{1,5})$/.exec(new URL(url).pathname)?.[1];
    return isOwn(url) && (ending === undefined || PAGE_ENDINGS.has(ending.toLowerCase()));
  }
}

async function read(url: string, requests: TwinRequests) {
  const result = await requests.get(url, LIMITS.sitemapSample);
  if (result?.status !== 200) return null;
  const reader = new SitemapReader(result.finalUrl);
  reader.add(result.body);
  return reader.end();
}
