import { gunzipSync } from 'node:zlib';
import { readSitemap } from '../extract/read-sitemap.ts';
import type { FetchResult } from '../fetch/net.ts';

/** Large sites split by section: the first files of an index name enough pages to choose 60 from. */
const MAX_FILES = 8;
const MAX_URLS = 5_000;
/** As for any sitemap that is fetched (spec: fetch limits). */
const MAX_UNPACKED_BYTES = 10 * 1024 * 1024;

export interface SitemapPages {
  /** In the order of the files. */
  readonly urls: readonly string[];
  /** Files that were sitemaps. */
  readonly files: number;
  /** True when files or URLs were left unread. */
  readonly cut: boolean;
}

/**
 * The pages that a site's sitemaps list: indexes followed, gzip unpacked, breadth first.
 * @param get requests one file; null when it may not be requested or the time is over
 * @param isOwn keeps an index from leading to other sites
 */
export async function readSitemaps(
  start: readonly string[],
  get: (url: string) => Promise<FetchResult | null>,
  isOwn: (url: string) => boolean,
): Promise<SitemapPages> {
  const queue = [...new Set(start)];
  const queued = new Set(queue);
  const urls = new Set<string>();
  let files = 0;
  let tried = 0;
  for (let url = queue.shift(); url !== undefined && tried < MAX_FILES; url = queue.shift()) {
    tried += 1;
    const result = await get(url);
    const text = result?.status === 200 ? textOf(result.body) : null;
    if (!result || text === null) continue;
    const { kind, entries } = readSitemap(text, result.finalUrl);
    if (kind !== 'none') files += 1;
    for (const entry of entries) {
      if (kind === 'pages') urls.add(entry.url);
      else if (isOwn(entry.url) && !queued.has(entry.url)) {
        queued.add(entry.url);
        queue.push(entry.url);
      }
    }
    if (urls.size >= MAX_URLS) break;
  }
  return { urls: [...urls].slice(0, MAX_URLS), files, cut: queue.length > 0 || urls.size > MAX_URLS };
}

/** The decoded text, unpacked if the bytes are a gzip file; null where that is broken or too large. */
function textOf(body: Uint8Array): string | null {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return new TextDecoder().decode(body);
  try {
    return new TextDecoder().decode(gunzipSync(body, { maxOutputLength: MAX_UNPACKED_BYTES }));
  } catch {
    return null;
  }
}
