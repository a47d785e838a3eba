import { walkTags } from './walk-tags.ts';

/** Matches a delay and a URL. Without a URL, a page reloads itself. */
const REFRESH = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?\s*([^\s"']+)/i;

/**
 * Reports whether a page redirects its visitors with a meta refresh.
 * https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh
 */
export function sendsOn(html: string, url: string): boolean {
  let isSent = false;
  walkTags(html, {
    start(name, attributes) {
      if (name !== 'meta' || attributes.get('http-equiv')?.toLowerCase() !== 'refresh') return;
      const target = REFRESH.exec(attributes.get('content') ?? '')?.[1];
      if (target !== undefined && pageOf(target, url) !== pageOf(url)) isSent = true;
    },
    end() {},
    text() {},
  });
  return isSent;
}

/** Returns a URL without its fragment, which is a place in the same page. */
function pageOf(href: string, base?: string): string | undefined {
  return URL.parse(href, base)?.href.replace(/#.*$/, '');
}
