import { normalizePageUrl, type Site } from '#llmstxt';
import { type Robots, type RobotsVerdict, readRobots } from '../extract/robots.ts';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchLimits, FetchResult } from '../fetch/net.ts';
import type { DraftClient } from './draft-client.ts';

/**
 * Requests addresses that a site's own pages name. Requests nothing off the site: its pages choose these addresses, and a draft would
 * send a third party as many requests as they like.
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

  /** robots.txt of an origin, read once; null when the budget is used up. */
  robotsOf(origin: string): Promise<Robots | null> {
    const known = this.#robots.get(origin);
    if (known) return known;
    const reading = this.#client
      .get(`${origin}/robots.txt`, LIMITS.robots)
      .then((result) => result && readRobots(result, this.#robotsToken));
    this.#robots.set(origin, reading);
    return reading;
  }

  async verdict(url: string): Promise<RobotsVerdict> {
    return (await this.robotsOf(new URL(url).origin))?.verdict(url) ?? 'unknown';
  }

  /** The address that a draft would list for a link; null for a link that leaves the site. */
  addressOf(href: string): string | null {
    return normalizePageUrl(href, this.#site);
  }

  /**
   * Returns null when the budget is used up, and `robots` if robots.txt forbids the address or could not be read.
   * @param url an address that `addressOf` returned
   */
  async get(url: string, limits: FetchLimits): Promise<FetchResult | 'robots' | null> {
    const verdict = await this.verdict(url);
    if (this.#client.isDone) return null;
    if (verdict !== 'allowed') return 'robots';
    return this.#client.get(url, { ...limits, crossDomain: false });
  }
}
