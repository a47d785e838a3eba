import { FEED_TYPES } from '../feed-types.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.gz': 'application/gzip',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.speculationrules': 'application/speculationrules+json',
  '.pagefind': 'application/octet-stream',
  '.pf_meta': 'application/octet-stream',
  '.pf_fragment': 'application/octet-stream',
  '.pf_index': 'application/octet-stream',
  '.pf_filter': 'application/octet-stream',
};

/** Returns the media type of a site file by its path, or null. */
export function findContentType(path: string): string | null {
  const feed = Object.entries(FEED_TYPES).find(([end]) => path.endsWith(end));
  return feed?.[1] ?? TYPES[path.slice(path.lastIndexOf('.'))] ?? null;
}

/** Extensions (without dots) of files other than pages. */
export function extensions(): string[] {
  return Object.keys(TYPES).flatMap((extension) => (extension === '.html' ? [] : [extension.slice(1)]));
}
