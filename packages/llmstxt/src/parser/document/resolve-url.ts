import { isNormalized, parseUrl } from '../parse-url.ts';

/** Resolves a link's target to an absolute URL, or null. */
export type ResolveUrl = (href: string) => string | null;

/** `base` is the URL of the file. */
export function createUrlResolver(base: string | null): ResolveUrl {
  const parsed = base === null ? undefined : (parseUrl(base) ?? undefined);
  return (href) => {
    if (isNormalized(href)) return href;
    const trimmed = href.trim();
    return trimmed === '' ? null : toHref(parseUrl(trimmed, parsed));
  };
}

/** Removes user name and password, because URLs are shown and requested publicly. */
function toHref(url: URL | null): string | null {
  if (url === null) return null;
  url.username = '';
  url.password = '';
  return url.href;
}
