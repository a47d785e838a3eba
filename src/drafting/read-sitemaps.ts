import { gunzipSync } from 'node:zlib';
import { readSitemap } from '../extract/read-sitemap.ts';
import type { FetchResult } from '../fetch/net.ts';

/** Large sites split by section: the first files of an index name enough pages to choose 60 from. */
const MAX_FILES = 8;
const MAX_URLS = 5_000;
/** As for any sitemap on the way (spec: fetch limits). */
const MAX_UNPACKED_BYTES = 10 * 1024 * 1024;

export interface SitemapPages {
  /** In the order of the files. */
  readonly urls: readonly string[];
  /** Files that answered as sitemaps. */
  readonly files: number;
  /** True when files or URLs were left unread. */
  readonly cut: boolean;
}

/**
 * The pages that a site's sitemaps list: indexes followed, gzip unpacked, breadth first.
 * @param get asks for one file; null when it may not be asked or the time is over
 * @param isOwn keeps an index from sending us elsewhere
 */
export async function readSitemaps(
  start: readonly string[],
  get: (url: string) => Promise<FetchResult | null>,
  isOwn: (url: string) => boolean,
): Promise<SitemapPages> {
  const queue = [...new Set(start)];
  const asked = new Set(queue);
  const urls = new Set<string>();
  let files = 0;
  let tried = 0;
  for (let url = queue.shift(); url !== undefined && tried < MAX_FILES; url = queue.shift()) {
    tried += 1;
    const answer = await get(url);
    const text = answer?.status === 200 ? textOf(answer.body) : null;
    if (!answer || text === null) continue;
    const { kind, entries } = readSitemap(text, answer.finalUrl);
    if (kind !== 'none') files += 1;
    for (const entry of entries) {
      if (kind === 'pages') urls.add(entry.url);
      else if (isOwn(entry.url) && !asked.has(entry.url)) {
        asked.add(entry.url);
        queue.push(entry.url);
      }
    }
    if (urls.size >= MAX_URLS) break;
  }
  return { urls: [...urls].slice(0, MAX_URLS), files, cut: queue.length > 0 || urls.size > MAX_URLS };
}

/** The decoded text, unpacked if the bytes are a gzip file; null where they are a broken or too large one. */
function textOf(body: Uint8Array): string | null {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return new TextDecoder().decode(body);
  try {
    return new TextDecoder().decode(gunzipSync(body, { maxOutputLength: MAX_UNPACKED_BYTES }));
  } catch {
    return null;
  }
}
