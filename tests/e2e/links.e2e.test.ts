import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { registrableDomain } from '../../src/directory/domain-name.ts';
import { askPage } from './ask-page.ts';
import { baseUrl } from './open-page.ts';
import { type PageLinks, readPageLinks, readTextLinks } from './read-links.ts';

/** Paths that do not exist. */
const MISSING = ['/nothing/here', '/domain/nobody-registered-this.example', '/notify/confirm?domain=lumendb.example'];
/** One URL of each page that is rendered on request. robots.txt excludes these URLs. */
const MADE_ON_REQUEST = [
  '/add?domain=clay-and-kiln.example',
  '/check?domain=fietsdokter.example',
  '/check.md?domain=fietsdokter.example',
  '/generate?domain=clay-and-kiln.example',
  '/search?q=museum',
  '/claim/lumendb.example',
  '/claim/clay-and-kiln.example',
  '/badges?domain=lumendb.example',
  '/resolve?url=https%3A%2F%2Flumendb.example%2Fguides',
  '/browse?topic=travel&language=en',
  '/v1/domain/lumendb.example',
];
/** URLs that accept a post or create a token, which crawlers skip. */
const ACTIONS = ['/v1/sites', '/mcp'];
/** Matches links that a crawl skips: other sites, MCP install links, and inline pictures. */
const OUTSIDE = /^(?:https?|mailto|data|cursor|vscode):$/;

/** Pause after a 503, and most requests of one page. */
const BUSY_MS = 2_000;
const MAX_TRIES = 15;

interface Anchor {
  readonly from: string;
  readonly path: string;
  readonly id: string;
}

/** Lists followed links from a page to registrable domains other than its subject. */
function followedAbroad(path: string, followed: readonly string[]): string[] {
  const [, subject] = /^\/domain\/([^/?]+)$/.exec(path) ?? [];
  return followed.filter((address) => {
    const { protocol, origin, hostname } = new URL(address, baseUrl);
    if (origin === baseUrl || !/^https?:$/.test(protocol)) return false;
    return subject === undefined || registrableDomain(hostname) !== registrableDomain(subject);
  });
}

interface Crawled {
  /** Links by path. Null for content other than a page. */
  readonly pages: ReadonlyMap<string, PageLinks | null>;
  readonly anchors: readonly Anchor[];
  readonly faults: readonly string[];
}

/** Follows all links from `starts` that robots.txt allows. */
async function crawl(starts: readonly string[]): Promise<Crawled> {
  const pages = new Map<string, PageLinks | null>();
  const anchors: Anchor[] = [];
  const faults: string[] = [];
  const linkedFrom = new Map(starts.map((path) => [path, 'the test']));
  const left = [...ACTIONS, ...(await disallowedPaths())];

  const follow = (from: string, address: string) => {
    const url = URL.parse(address, `${baseUrl}${from}`);
    if (url?.origin !== baseUrl) {
      if (!OUTSIDE.test(url?.protocol ?? '')) faults.push(`${from}: ${address} leads nowhere`);
      return;
    }
    const path = url.pathname + url.search;
    if (url.hash.length > 1) anchors.push({ from, path, id: decodeURIComponent(url.hash.slice(1)) });
    if (!linkedFrom.has(path) && !left.some((start) => path.startsWith(start))) linkedFrom.set(path, from);
  };

  // This loop includes added entries, because a map iterates over entries added during the loop.
  for (const [path, from] of linkedFrom) {
    const { status, type, text } = await askUntilFree(path);
    if (status !== (MISSING.includes(path) ? 404 : 200)) faults.push(`${from}: ${path} is ${status}`);
    if (type.startsWith('text/markdown') && !text.startsWith('# ')) faults.push(`${path}: no title`);
    const links = type.startsWith('text/html') ? readPageLinks(text) : null;
    pages.set(path, links);
    for (const id of links?.named ?? []) if (!links?.ids.has(id)) faults.push(`${path}: no element is #${id}`);
    const addresses = links?.addresses ?? (/markdown|plain|xml|json/.test(type) ? readTextLinks(text, baseUrl) : []);
    for (const address of addresses) follow(path, address);
  }
  return { pages, anchors, faults };
}

/** Requests again while the server is busy, like a crawler. */
async function askUntilFree(path: string) {
  for (let tries = 1; ; tries++) {
    const answer = await askPage(path);
    if (answer.status !== 503 || tries === MAX_TRIES) return answer;
    await wait(BUSY_MS);
  }
}

async function disallowedPaths(): Promise<string[]> {
  const { text } = await askPage('/robots.txt');
  return [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, start = '']) => start);
}

describe('every link of every page', () => {
  it('has an existing page and anchor as its target', async () => {
    const { pages, anchors, faults } = await crawl(['/', '/robots.txt', ...MADE_ON_REQUEST, ...MISSING]);
    const nowhere = anchors.filter(({ path, id }) => pages.get(path)?.ids.has(id) === false);
    expect(faults).toEqual([]);
    expect(nowhere.map(({ from, path, id }) => `${from}: ${path} has no #${id}`)).toEqual([]);
    expect([...pages.keys()]).toEqual(expect.arrayContaining(['/domain/lumendb.example.md', '/feed.xml', '/card.png']));
    expect(pages.size).toBeGreaterThan(1_000);
    const abroad = [...pages].flatMap(([path, links]) => followedAbroad(path, links?.followed ?? []));
    expect(abroad).toEqual([]);
    expect(pages.get('/domain/lumendb.example')?.followed).toContain('https://lumendb.example/');
  });
});

describe('an alternate form of a page', () => {
  it.each(['/', '/stats', '/topics/travel', '/domain/lumendb.example'])(
    'has the media type that %s announces',
    async (path) => {
      const { text } = await askPage(path);
      const links = [...text.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)"/g)];
      expect(links.length).toBeGreaterThan(1);
      for (const [, announced, href = ''] of links) {
        const { type } = await askPage(href);
        expect([href, type.split(';')[0]]).toEqual([href, announced]);
      }
    },
  );
});
