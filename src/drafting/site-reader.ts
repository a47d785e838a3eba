import { normalizePageUrl, type Site } from '#llmstxt';
import { type Robots, type RobotsVerdict, readRobots } from '../extract/robots.ts';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchLimits, FetchResult } from '../fetch/net.ts';
import type { DraftClient } from './draft-client.ts';

/**
 * Requests URLs that the site's pages name. Requests nothing off the site, because its pages could direct many
 * requests at a third party.
 */
export class SiteReader {
  readonly #site: Site;
  readonly #client: DraftClient;
  readonly #robotsToken: string;
  readonly #robots = new Map<string, Promise<Robots | null>>();

  constructor(site: Site, client: DraftClient, robotsToken: string) {
    this.#site = site;
    this.#client = client;
    this.#robotsToken = robotsToken;
  }

  /** Reads robots.txt of an origin once. Returns null if the budget is used up. */
  robotsOf(origin: string): Promise<Robots | null> {
    const earlierReading = this.#robots.get(origin);
    if (earlierReading) return earlierReading;
    const reading = this.#client
      .get(`${origin}/robots.txt`, LIMITS.robots)
      .then((result) => result && readRobots(result, this.#robotsToken));
    this.#robots.set(origin, reading);
    return reading;
  }

  async verdict(url: string): Promise<RobotsVerdict> {
    return (await this.robotsOf(new URL(url).origin))?.verdict(url) ?? 'unknown';
  }

  /** Returns the URL that a draft lists for a link, or null if the link leads off the site. */
  addressOf(href: string): string | null {
    return normalizePageUrl(href, this.#site);
  }

  /**
   * Requests a URL from `addressOf`. Returns null if the budget is used up, and `robots` if robots.txt disallows the URL or was
   * not readable.
   */
  async get(url: string, limits: FetchLimits): Promise<FetchResult | 'robots' | null> {
    const verdict = await this.verdict(url);
    if (this.#client.isDone) return null;
    if (verdict !== 'allowed') return 'robots';
    return this.#client.get(url, { ...limits, crossDomain: false });
  }
}
