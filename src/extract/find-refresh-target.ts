import { walkTags } from './walk-tags.ts';

/** Matches a delay and a URL. Without a URL, a page reloads itself. */
const REFRESH = /^\s*[\d.]+(?:\s*[;,]|\s)\s*(?:url\s*=\s*|(?!url\s*=))(?:"([^"]+)|'([^']+)|([^"'\s].*))/is;

/**
 * Returns the absolute URL to which a page redirects its visitors with a meta refresh, or null.
 * https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh
 */
export function findRefreshTarget(html: string, url: string): string | null {
  let firstTarget: string | null = null;
  walkTags(html, {
    start(name, attributes) {
      if (name !== 'meta' || attributes.get('http-equiv')?.toLowerCase() !== 'refresh') return;
      const href = REFRESH.exec(attributes.get('content') ?? '')
        ?.slice(1)
        .find((each) => each !== undefined);
      const target = href === undefined ? undefined : toPageUrl(href, url);
      if (target !== undefined && target !== toPageUrl(url)) firstTarget ??= target;
    },
    end() {},
    text() {},
  });
  return firstTarget;
}

/** Returns a URL without its fragment, which is a place in the same page. */
function toPageUrl(href: string, base?: string): string | undefined {
  return URL.parse(href, base)?.href.replace(/#.*$/, '');
}
