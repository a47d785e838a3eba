import { MAX_SITEMAP_URLS, type Sitemap, SitemapReader } from '../extract/read-sitemap.ts';
import type { FetchRequest, FetchResult } from '../fetch/net.ts';

/** An index and the first files that it lists name enough pages to choose 60 from, and each costs a second that a page could have. */
const MAX_FILES = 5;
/** Of all pages together: more are not remembered, however long their names are. */
const MAX_CHARS = 1024 * 1024;

export interface SitemapPages {
  /** In the order of the files. */
  readonly urls: readonly string[];
  /** Files that were sitemaps. */
  readonly files: number;
  /** True when files or URLs were left unread. */
  readonly cut: boolean;
}

/** Requests one file and hands it on part by part; null when it may not be requested or the time is over. */
type GetFile = (url: string, receive: NonNullable<FetchRequest['receive']>) => Promise<FetchResult | null>;

/**
 * The pages that a site's sitemaps list: indexes followed, gzip unpacked, breadth first, in bounded memory.
 * @param isOwn keeps an index from leading to other sites
 */
export async function readSitemaps(
  start: readonly string[],
  get: GetFile,
  isOwn: (url: string) => boolean,
): Promise<SitemapPages> {
  const queue = [...new Set(start)].slice(0, MAX_FILES);
  const queued = new Set(queue);
  const urls = new Set<string>();
  let files = 0;
  let chars = 0;
  let cut = queue.length < start.length;
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const sitemap = await readFile(url, get);
    if (!sitemap || sitemap.kind === 'none') continue;
    files += 1;
    cut ||= sitemap.truncated;
    for (const entry of sitemap.urls) {
      if (sitemap.kind === 'index') {
        if (!isOwn(entry) || queued.has(entry)) continue;
        if (queued.size < MAX_FILES) queue.push(entry);
        else cut = true;
        queued.add(entry);
      } else if (urls.size < MAX_SITEMAP_URLS && chars < MAX_CHARS) {
        urls.add(entry);
        chars += entry.length;
      } else cut = true;
    }
    if (urls.size >= MAX_SITEMAP_URLS || chars >= MAX_CHARS)
      return { urls: [...urls], files, cut: cut || queue.length > 0 };
  }
  return { urls: [...urls], files, cut };
}

/** Null where no sitemap came, or something else broke off. */
async function readFile(url: string, get: GetFile): Promise<Sitemap | null> {
  const reading: { reader: SitemapReader | null } = { reader: null };
  const result = await get(url, (part, from) => {
    if (from.status !== 200) return false;
    reading.reader ??= new SitemapReader(from.url);
    return reading.reader.add(part);
  });
  return result?.status === 200 ? (reading.reader?.end() ?? null) : null;
}
