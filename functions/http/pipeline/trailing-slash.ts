import { type Answer, redirectTo } from './answer.ts';
import { toQuery } from './request-target.ts';

/**
 * Redirects a path that ends with a slash, because every resource has one URL without it. 308 keeps method and body
 * (RFC 9110 §15.4.9). Returns null for other paths.
 */
export function redirectTrailingSlash(path: string, url: string): Answer | null {
  if (path === '/' || !path.endsWith('/')) return null;
  const query = toQuery(url);
  // A location that starts with `//` or `/\` would leave the site.
  const target = `/${path.replace(/^[/\\]+|(?<!\/)\/+$/g, '')}`;
  return redirectTo(query === '' ? target : `${target}?${query}`, 308);
}
