import { gunzipSync } from 'node:zlib';
import { registrableDomain } from '../../src/directory/domain-name.ts';
import type { GatherOptions } from '../../src/drafting/gather-sources.ts';
import type { FetchResult, FetchSession } from '../../src/fetch/net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { aFetchResult } from '../crawl/fake-net.ts';

/** Response of one URL: an HTML body with status 200, a status, or parts of a response. */
export type Route =
  | string
  | number
  | { readonly status?: number; readonly to?: string; readonly type?: string; readonly body?: string };

/** Creates a web of these routes that follows redirects like the real web. Other URLs answer `otherwise`. */
export function toWeb(routes: Readonly<Record<string, Route>>, otherwise: Route | ((url: string) => Route) = 404) {
  const asked: string[] = [];
  const toAnswer = (url: string) => {
    const route = routes[url] ?? (typeof otherwise === 'function' ? otherwise(url) : otherwise);
    if (typeof route === 'string') return { status: 200, body: route };
    return typeof route === 'number' ? { status: route } : { status: route.to === undefined ? 200 : 301, ...route };
  };
  const fetch: FetchSession['fetch'] = async ({ url, limits, receive }) => {
    const chain: string[] = [];
    const end = (rest: Partial<FetchResult>) =>
      aFetchResult(url, { finalUrl: chain.at(-1) ?? url, chain, status: null, ...rest });
    for (let next = url; ; ) {
      chain.push(next);
      asked.push(next);
      const {
        status,
        to,
        type = 'text/html',
        body = '',
      }: { status: number } & Exclude<Route, string | number> = toAnswer(next);
      if (to === undefined) {
        const bytes = Buffer.from(body);
        receive?.(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes, { status, url: next });
        return end({ status, headers: { 'content-type': type }, body: receive ? new Uint8Array() : bytes });
      }
      const target = new URL(to, next);
      const leaves = registrableDomain(target.hostname) !== registrableDomain(new URL(url).hostname);
      if (leaves && !limits.crossDomain) return end({ failure: 'bad-redirect', leftDomain: true });
      if (chain.length > limits.maxRedirects) return end({ failure: 'too-many-redirects' });
      next = target.href;
    }
  };
  return { asked, session: { fetch, close: () => {} } satisfies FetchSession };
}

export const gatherOptions = (session: FetchSession): GatherOptions => ({
  openSession: () => session,
  pacing: createPacing({ gapMs: 0, now: () => 0 }),
  robotsToken: 'llms-txt-directory',
  now: () => 0,
});
