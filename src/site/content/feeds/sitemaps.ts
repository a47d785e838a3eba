import { escapeXml } from '../format/xml.ts';

export interface SitemapEntry {
  readonly path: string;
  /** Time of the last content change, or null. The sitemap shows only the day. */
  readonly changedAt: string | null;
}

/** URLs per file, fewer than the 50,000 of sitemaps.org, so that a change rewrites little. */
export const URLS_PER_SITEMAP = 5_000;

export function renderSitemap(entries: readonly SitemapEntry[], baseUrl: string): string {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${escapeXml(changedAt.slice(0, 10))}</lastmod>` : '';
    return `<url><loc>${escapeXml(`${baseUrl}${path}`)}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

export function renderSitemapIndex(sitemapPaths: readonly string[], baseUrl: string): string {
  const maps = sitemapPaths.map((path) => `<sitemap><loc>${escapeXml(`${baseUrl}${path}`)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join('\n')}\n</sitemapindex>\n`;
}
