import { walkTags } from './walk-tags.ts';

/** A delay and an address. Without an address a page loads itself again. */
const REFRESH = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?\s*([^\s"']+)/i;

/** Reports whether a page sends its visitors to another address by itself. https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh */
export function sendsOn(html: string, url: string): boolean {
  let isSent = false;
  walkTags(html, {
    start(name, attributes) {
      if (name !== 'meta' || attributes.get('http-equiv')?.toLowerCase() !== 'refresh') return;
      const target = REFRESH.exec(attributes.get('content') ?? '')?.[1];
      if (target !== undefined && URL.parse(target, url)?.href !== url) isSent = true;
    },
    end() {},
    text() {},
  });
  return isSent;
}
