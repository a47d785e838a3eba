import { type Robots, type RobotsVerdict, readRobots } from '../../extract/robots.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchLimits, FetchResult, FetchSession } from '../../fetch/net.ts';
import type { CrawlPolicy } from '../../runtime/crawl-policy.ts';

/** Why a visit is made: by the crawl itself (due, or just registered), or because the site's owner or any person asked for it now. */
export type VisitPurpose = 'crawl' | 'recrawl' | 'check';

/** How one visit differs from another. */
export interface VisitOptions {
  /** Only a `crawl` is signed, and obeys robots.txt, which speaks to crawlers. A person's visit reads what any browser would. */
  readonly purpose: VisitPurpose;
  /** Rejects with a `HostBusyError` instead of beginning a visit whose first response would be a long time coming. */
  readonly skipBusyHosts?: boolean;
  /** Called with the URL of every request before it is sent, robots.txt excepted. */
  readonly onRequest?: ((url: string) => void) | undefined;
  /** Called with the URL that the first response came from, at the end of its redirects; what it throws ends the visit. */
  readonly onFirstResponse?: ((url: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/** Whether a URL may be requested. `not-asked`: nobody looked into robots.txt, because a person asked for the visit. */
export type Permission =
  | { readonly robots: 'allowed' | 'not-asked' }
  | {
      readonly robots: Exclude<RobotsVerdict, 'allowed'>;
      /** What came for robots.txt, without its body. */
      readonly result: FetchResult;
    };

/** All requests of one visit: one after the other for each host, paced, and as robots.txt allows. */
export interface VisitClient {
  get(url: string, limits: FetchLimits, headers?: Readonly<Record<string, string>>): Promise<FetchResult>;
  /** robots.txt is requested once per origin. */
  permissionFor(url: string): Promise<Permission>;
  /** Null where robots.txt forbids the request or the host is out of bounds. */
  getIfAllowed(
    url: string,
    limits: FetchLimits,
    headers?: Readonly<Record<string, string>>,
  ): Promise<FetchResult | null>;
  /** The sitemaps that robots.txt names, where this visit reads it. */
  sitemapsOf(origin: string): Promise<readonly string[]>;
  /** Ends the visit's connections. */
  close(): void;
}

/** A visit that would wait longer for its first response lets others go before it; a person waits for a check. */
const MAX_FIRST_WAIT_MS: Readonly<Record<VisitPurpose, number>> = { crawl: 30_000, recrawl: 30_000, check: 5_000 };
const NO_BODY = new Uint8Array();

export function openVisitClient(session: FetchSession, policy: CrawlPolicy, options: VisitOptions): VisitClient {
  const { pacing, robotsToken, isHostAllowed } = policy;
  const sign = options.purpose === 'crawl' ? policy.sign : undefined;
  const { purpose, skipBusyHosts = false, onRequest, onFirstResponse, signal } = options;
  const robotsByOrigin = new Map<string, Promise<{ readonly robots: Robots; readonly result: FetchResult }>>();
  let isFirst = true;
  let hasResponse = false;

  async function send(url: string, limits: FetchLimits, headers?: Readonly<Record<string, string>>) {
    const maxWaitMs = isFirst && skipBusyHosts ? MAX_FIRST_WAIT_MS[purpose] : undefined;
    isFirst = false;
    const result = await session.fetch({ url, limits, sign, pacing, maxWaitMs, signal, ...(headers && { headers }) });
    if (!hasResponse && result.status !== null) {
      hasResponse = true;
      onFirstResponse?.(result.finalUrl);
    }
    return result;
  }

  function robotsOf(origin: string) {
    const known = robotsByOrigin.get(origin);
    if (known) return known;
    const reading = send(`${origin}/robots.txt`, LIMITS.robots).then((result) => ({
      result: { ...result, body: NO_BODY },
      robots: readRobots(result, robotsToken),
    }));
    robotsByOrigin.set(origin, reading);
    return reading;
  }

  const client: VisitClient = {
    get(url, limits, headers) {
      onRequest?.(url);
      return send(url, limits, headers);
    },
    async permissionFor(url) {
      if (purpose !== 'crawl') return { robots: 'not-asked' };
      const { robots, result } = await robotsOf(new URL(url).origin);
      const verdict = robots.verdict(url);
      return verdict === 'allowed' ? { robots: verdict } : { robots: verdict, result };
    },
    async getIfAllowed(url, limits, headers) {
      if (!isHostAllowed(new URL(url).hostname)) return null;
      const permission = await client.permissionFor(url);
      return 'result' in permission ? null : client.get(url, limits, headers);
    },
    async sitemapsOf(origin) {
      return purpose === 'crawl' ? (await robotsOf(origin)).robots.sitemaps : [];
    },
    close: () => session.close(),
  };
  return client;
}
