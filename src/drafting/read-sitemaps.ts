import { MAX_SITEMAP_URLS, type Sitemap, SitemapReader } from '../extract/read-sitemap.ts';
import type { FetchRequest, FetchResult } from '../fetch/net.ts';

/** Most sitemaps read. An index and its first files list enough pages to choose 60, and each file takes a second. */
const MAX_FILES = 5;
/** Most characters of all URLs together. */
const MAX_CHARS = 1024 * 1024;

export interface SitemapPages {
  readonly urls: readonly string[];
  readonly files: number;
  /** True if files or URLs were left unread. */
  readonly cut: boolean;
}

/** Requests a file and passes its parts on. Returns null if the file may not be requested or no time is left. */
type GetFile = (url: string, receive: NonNullable<FetchRequest['receive']>) => Promise<FetchResult | null>;

/**
 * Lists the pages in a site's sitemaps. Follows indexes breadth first and unpacks gzip, in bounded memory.
 * @param isOwn reports whether a URL is on the site, so that an index cannot lead elsewhere
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

/** Reads one sitemap. Returns null if the sitemap is incomplete. */
async function readFile(url: string, get: GetFile): Promise<Sitemap | null> {
  const reading: { reader: SitemapReader | null } = { reader: null };
  const result = await get(url, (part, from) => {
    if (from.status !== 200) return false;
    reading.reader ??= new SitemapReader(from.url);
    return reading.reader.add(part);
  });
  return result?.status === 200 ? (reading.reader?.end() ?? null) : null;
}
