import type { Answer } from './answer.ts';
import { queryOf } from './request-target.ts';

/**
 * The answer to a URL whose path ends with a slash: every resource has one address, without it. 308 keeps method and body
 * (RFC 9110 §15.4.9). Null where there is nothing to redirect.
 */
export function redirectTrailingSlash(path: string, url: string): Answer | null {
  if (path === '/' || !path.endsWith('/')) return null;
  const query = queryOf(url);
  // A location that starts with `//` or `/\` leads to another site.
  const target = `/${path.replace(/^[/\\]+|(?<!\/)\/+$/g, '')}`;
  const location = query === '' ? target : `${target}?${query}`;
  return { status: 308, headers: { location, 'cache-control': 'no-store' }, body: null };
}
