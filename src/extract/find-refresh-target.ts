import { findRefreshUrl } from '#llmstxt';
import { walkTags } from './walk-tags.ts';

/** Returns the absolute URL to which a page redirects its visitors with a meta refresh, or null. */
export function findRefreshTarget(html: string, url: string): string | null {
  let firstTarget: string | null = null;
  walkTags(html, {
    start(name, attributes) {
      if (name !== 'meta' || attributes.get('http-equiv')?.toLowerCase() !== 'refresh') return;
      const href = findRefreshUrl(attributes.get('content') ?? '');
      const target = href === null ? undefined : toPageUrl(href, url);
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
