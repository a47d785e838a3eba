import { isSuccess } from '#llmstxt';
import { type Robots, type RobotsFile, type RobotsVerdict, readRobotsFile } from '../../extract/robots.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchLimits, FetchResult, FetchSession } from '../../fetch/net.ts';
import type { CrawlPolicy } from '../../runtime/crawl-policy.ts';

/** Reason for a visit: the crawl (due or just registered), the site's owner, or a person. */
export type VisitPurpose = 'crawl' | 'recrawl' | 'check';

export interface VisitOptions {
  /** Reason for the visit. Only a `crawl` is signed and obeys robots.txt. A person's visit reads like a browser. */
  readonly purpose: VisitPurpose;
  /** True to reject with a `HostBusyError` if the first response would take too long. */
  readonly skipBusyHosts?: boolean;
  /** Called with the URL of every request before it is sent, except for the robots.txt that a crawl obeys. */
  readonly onRequest?: ((url: string) => void) | undefined;
  /** Called with the final URL of the first response. An error ends the visit. */
  readonly onFirstResponse?: ((url: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/** Access to a URL. `not-asked`: robots.txt was not read, because a person requested the visit. */
export type Permission =
  | { readonly robots: 'allowed' | 'not-asked' }
  | {
      readonly robots: Exclude<RobotsVerdict, 'allowed'>;
      readonly result: FetchResult;
    };

/** Sends the requests of one visit, one at a time per host, paced, and as robots.txt allows. */
export interface VisitClient {
  get(url: string, limits: FetchLimits, headers?: Readonly<Record<string, string>>): Promise<FetchResult>;
  /** Returns the access to a URL. Requests robots.txt once per origin. */
  permissionFor(url: string): Promise<Permission>;
  /** Returns null if robots.txt disallows the request or the host is not allowed. */
  getIfAllowed(
    url: string,
    limits: FetchLimits,
    headers?: Readonly<Record<string, string>>,
  ): Promise<FetchResult | null>;
  /** Returns the sitemaps in robots.txt, if the visit reads it. */
  sitemapsOf(origin: string): Promise<readonly string[]>;
  /** Returns the rules of robots.txt for each crawler, or null if it could not be read. Reads the file for every purpose. */
  robotsFileOf(origin: string): Promise<{ readonly isThere: boolean; readonly file: RobotsFile } | null>;
  close(): void;
}

/** Longest wait for the first response, in ms. Longer visits yield to other visits, because people wait for checks. */
const MAX_FIRST_WAIT_MS: Readonly<Record<VisitPurpose, number>> = { crawl: 30_000, recrawl: 30_000, check: 5_000 };
const NO_BODY = new Uint8Array();

interface ReadRobots {
  readonly result: FetchResult;
  readonly file: RobotsFile;
  readonly robots: Robots;
}

export function openVisitClient(session: FetchSession, policy: CrawlPolicy, options: VisitOptions): VisitClient {
  const { pacing, robotsToken, isHostAllowed } = policy;
  const sign = options.purpose === 'crawl' ? policy.sign : undefined;
  const { purpose, skipBusyHosts = false, onRequest, onFirstResponse, signal } = options;
  const robotsByOrigin = new Map<string, Promise<ReadRobots>>();
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

  function readRobots(origin: string) {
    const earlierReading = robotsByOrigin.get(origin);
    if (earlierReading) return earlierReading;
    const reading = send(`${origin}/robots.txt`, LIMITS.robots).then((result) => {
      const file = readRobotsFile(result);
      return { result: { ...result, body: NO_BODY }, file, robots: file(robotsToken) };
    });
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
      const { robots, result } = await readRobots(new URL(url).origin);
      const verdict = robots.verdict(url);
      return verdict === 'allowed' ? { robots: verdict } : { robots: verdict, result };
    },
    async getIfAllowed(url, limits, headers) {
      if (!isHostAllowed(new URL(url).hostname)) return null;
      const permission = await client.permissionFor(url);
      return 'result' in permission ? null : client.get(url, limits, headers);
    },
    async sitemapsOf(origin) {
      return purpose === 'crawl' ? (await readRobots(origin)).robots.sitemaps : [];
    },
    async robotsFileOf(origin) {
      // A person waits for this request too.
      if (purpose !== 'crawl') onRequest?.(`${origin}/robots.txt`);
      const { file, robots, result } = await readRobots(origin);
      if (robots.verdict('/') === 'unknown') return null;
      return { isThere: result.status !== null && isSuccess(result.status), file };
    },
    close: () => session.close(),
  };
  return client;
}
