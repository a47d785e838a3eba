import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DirectoryError } from '../../src/directory/errors.ts';
import { type GatherOptions, gatherSources } from '../../src/drafting/gather-sources.ts';
import { writeDraft } from '../../src/drafting/write-draft.ts';
import type { FetchResult, FetchSession } from '../../src/fetch/net.ts';
import { aFetchResult } from '../crawl/fake-net.ts';
import { gatherOptions } from './a-web.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const XML = { 'content-type': 'application/xml' };

type Page = Partial<Omit<FetchResult, 'body'>> & { readonly body?: string | Uint8Array };

/** Creates a web of one domain. Other paths answer 404, and other domains are refused. */
function toWeb(
  pages: Record<string, Page | (() => Page | Promise<Page>)>,
  asked: string[] = [],
  close: () => void = () => {},
): FetchSession {
  const fetch: FetchSession['fetch'] = async ({ url, signal, receive }) => {
    asked.push(url);
    signal?.throwIfAborted();
    if (!/(?:^|\.)tea\.example$/.test(new URL(url).hostname)) throw new Error(`unexpected host: ${url}`);
    const found = pages[url] ?? { status: 404 };
    const { body = '', ...page } = typeof found === 'function' ? await found() : found;
    signal?.throwIfAborted();
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const result = aFetchResult(url, { headers: HTML, ...page });
    if (!receive) return { ...result, body: bytes };
    const unpacked = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    receive(unpacked, { status: result.status ?? 0, url: result.finalUrl });
    return result;
  };
  return { fetch, close };
}

const page = (title: string, more = ''): Page => ({ body: `<title>${title}</title>${more}<p>About ${title}.` });
const HOME = page('Tea House', '<meta property=og:site_name content="Tea House"><nav><a href=/shops>Shops</a></nav>');
const draftFrom = (web: FetchSession, over: Partial<GatherOptions> = {}) =>
  writeDraft('tea.example', { ...gatherOptions(web), ...over });
const list = (...paths: string[]) => ({
  headers: XML,
  body: `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`,
});

describe('collection of sources', () => {
  it('includes homepage, robots.txt, sitemaps with index and gzip, and chosen pages', async () => {
    const asked: string[] = [];
    const steps: string[] = [];
    const site = toWeb(
      {
        'https://tea.example/': HOME,
        'https://tea.example/robots.txt': {
          headers: { 'content-type': 'text/plain' },
          body: 'User-agent: *\nDisallow: /secret\nSitemap: https://tea.example/index.xml\nSitemap: https://elsewhere.example/x.xml\nSitemap: https://evil-tea.example/x.xml\n',
        },
        'https://tea.example/index.xml': {
          headers: XML,
          body: '<sitemapindex><sitemap><loc>/a.xml.gz</loc></sitemap><sitemap><loc>https://elsewhere.example/b.xml</loc></sitemap></sitemapindex>',
        },
        'https://tea.example/a.xml.gz': {
          headers: { 'content-type': 'application/gzip' },
          body: gzipSync(list('https://tea.example/teas', 'https://tea.example/secret').body),
        },
        'https://tea.example/shops': page(
          'Our shops | Tea House',
          '<meta name=description content="Three shops in Vienna.">',
        ),
        'https://tea.example/teas': page('Teas | Tea House'),
      },
      asked,
    );
    const { text, pagesRead, notes } = await draftFrom(site, {
      onProgress: (step) => steps.push(step),
    });
    expect(text).toBe(
      '# Tea House\n\n## Pages\n\n- [Our shops](https://tea.example/shops): Three shops in Vienna.\n- [Teas](https://tea.example/teas)\n',
    );
    expect({ pagesRead, notes }).toEqual({ pagesRead: 3, notes: [] });
    expect(asked).not.toContain('https://tea.example/secret');
    expect(steps[0]).toBe('Reading the homepage of tea.example');
    expect(steps).toContain('Read 2 of 2 pages');
    expect(steps.at(-1)).toBe('Writing the draft');
  });

  it('includes at most five sitemaps, and a note about further sitemaps', async () => {
    const asked: string[] = [];
    const names = Array.from({ length: 30 }, (_, i) => `https://tea.example/map${i}.xml`);
    const index = `<sitemapindex>${names.map((name) => `<sitemap><loc>${name}</loc></sitemap>`).join('')}</sitemapindex>`;
    const web = {
      'https://tea.example/': HOME,
      'https://tea.example/sitemap.xml': { headers: XML, body: index },
      ...Object.fromEntries(names.map((name, i) => [name, list(`https://tea.example/tea-x${i}`)])),
    };
    const { notes } = await draftFrom(toWeb(web, asked));
    expect(asked.filter((url) => url.endsWith('.xml'))).toHaveLength(5);
    expect(notes.join()).toContain('The sitemaps list more than was read');
  });

  it('includes /sitemap.xml, or a note if it is missing', async () => {
    const web = { 'https://tea.example/': HOME, 'https://tea.example/shops': page('Shops') };
    const { text, notes } = await draftFrom(toWeb(web));
    expect(text).toContain('- [Shops](https://tea.example/shops)');
    expect(notes).toEqual(['No sitemap was found, so the pages come from the links of the homepage.']);
  });

  it('includes Markdown versions, and ends that search if the first tries fail', async () => {
    const asked: string[] = [];
    const markdown = (title: string) => ({
      headers: { 'content-type': 'text/markdown' },
      body: `# ${title}\n\nAll about this tea.\n`,
    });
    const titled = Object.fromEntries(
      'abcdefgh'.split('').map((name) => [`https://tea.example/${name}x`, page(`Page ${name}`)]),
    );
    const paths = Object.keys(titled);
    const web = { 'https://tea.example/': HOME, 'https://tea.example/sitemap.xml': list(...paths), ...titled };
    await draftFrom(toWeb(web, asked));
    expect(asked.filter((url) => url.endsWith('.md')).length).toBeLessThanOrEqual(6);

    const twins = Object.fromEntries(
      paths.map((url) => [`${url}.md`, markdown(`Page ${new URL(url).pathname.charAt(1)}`)]),
    );
    const { text } = await draftFrom(toWeb({ ...web, ...twins }));
    for (const path of paths) expect(text).toContain(`](${path}.md)`);

    const shells = Object.fromEntries(
      paths.map((url) => [`${url}.md`, { ...HOME, headers: { 'content-type': 'text/plain' } }]),
    );
    expect((await draftFrom(toWeb({ ...web, ...shells }))).text).not.toContain('.md)');

    const oneText = Object.fromEntries(paths.map((url) => [`${url}.md`, markdown('Teas')]));
    expect((await draftFrom(toWeb({ ...web, ...oneText }))).text).not.toContain('.md)');
  });

  it('keeps the pages that arrived in time', async () => {
    let now = 0;
    const titled = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `https://tea.example/page-x${i}`,
        () => {
          now += 3_000;
          return page(`Title ${i}`);
        },
      ]),
    );
    const web = {
      'https://tea.example/': HOME,
      'https://tea.example/sitemap.xml': list(...Object.keys(titled)),
      ...titled,
    };
    const { text, pagesRead, notes } = await draftFrom(toWeb(web), { now: () => now });
    expect(pagesRead).toBeGreaterThan(3);
    expect(pagesRead).toBeLessThan(15);
    expect(text).toContain('[Title 0](https://tea.example/page-x0)');
    expect(text).not.toContain('https://tea.example/page-x19');
    expect(notes.join()).toMatch(/The time was over after \d+ of 21 chosen pages/);
  });

  it('ends at 90 responses or 30 MiB', async () => {
    const asked: string[] = [];
    const paths = Array.from({ length: 60 }, (_, i) => `https://tea.example/page-x${i}`);
    const hops = (url: string) => ({ ...page('Moved'), chain: [`${url}?1`, `${url}?2`, url] });
    const web = { 'https://tea.example/': HOME, 'https://tea.example/sitemap.xml': list(...paths) };
    const moved = Object.fromEntries(paths.map((path) => [path, hops(path)]));
    const { notes } = await draftFrom(toWeb({ ...web, ...moved }, asked));
    expect(asked.length).toBeLessThan(45);
    expect(notes.join()).toMatch(/The limits of a draft were reached after \d+ of 60 chosen pages/);

    // Send no HTML, because only its bytes count here.
    const large = { headers: { 'content-type': 'image/png' }, body: new Uint8Array(1024 * 1024) };
    const again: string[] = [];
    await draftFrom(toWeb({ ...web, ...Object.fromEntries(paths.map((path) => [path, large])) }, again));
    expect([29, 30, 31]).toContain(again.filter((url) => paths.includes(url)).length);
  });

  it('ends if the site refuses', async () => {
    const asked: string[] = [];
    const paths = Array.from({ length: 30 }, (_, i) => `https://tea.example/page-x${i}`);
    const refused = Object.fromEntries(paths.map((url) => [url, { status: 429 }]));
    const web = { 'https://tea.example/': HOME, 'https://tea.example/sitemap.xml': list(...paths), ...refused };
    const { notes } = await draftFrom(toWeb(web, asked));
    expect(asked.length).toBeLessThan(15);
    expect(notes.join()).toContain('refused further requests');
  });

  it('respects robots.txt of each host, and stays empty if it is unreadable', async () => {
    const asked: string[] = [];
    const home = page(
      'Tea House',
      '<nav><a href=/shops>Shops</a><a href=https://docs.tea.example/start>Start</a><a href=https://docs.tea.example/old>Old</a></nav>',
    );
    const web = {
      'https://tea.example/': home,
      'https://tea.example/robots.txt': { status: 503 },
      'https://docs.tea.example/robots.txt': { body: 'User-agent: *\nDisallow: /old' },
      'https://docs.tea.example/start': page('Start'),
    };
    const { text, notes } = await draftFrom(toWeb(web, asked));
    expect(text).toContain('- [Start](https://docs.tea.example/start)');
    expect(asked).not.toContain('https://docs.tea.example/old');
    expect(asked).not.toContain('https://tea.example/shops');
    expect(notes.join()).toContain('robots.txt could not be read');
    expect(notes.join()).toContain('Left out 1 page that was closed by robots.txt: https://docs.tea.example/old.');
  });

  it('uses www if the bare name does not answer', async () => {
    const failure = { status: null, failure: 'connect' as const, detail: 'tea.example: connection refused' };
    const web = {
      'https://tea.example/': failure,
      'https://www.tea.example/': HOME,
      'https://www.tea.example/shops': page('Shops'),
    };
    expect((await draftFrom(toWeb(web))).text).toContain('https://www.tea.example/shops');
  });

  it('accepts a homepage on a subdomain', async () => {
    const web = {
      'https://tea.example/': { ...HOME, finalUrl: 'https://www.shop.tea.example/' },
      'https://www.shop.tea.example/shops': page('Shops'),
    };
    const { text, notes } = await draftFrom(toWeb(web));
    expect(text).toContain('https://www.shop.tea.example/shops');
    expect(notes.join()).not.toContain('another site');
  });

  it.each([
    ['dns', 'site.unreachable', /: the domain name does not resolve\. Check the spelling\.$/],
    ['tls', 'site.unreachable', /: the certificate is not valid\.$/],
    ['timeout', 'site.timeout', /: the server does not answer in time\.$/],
    [null, 'site.unreachable', /answered 403\. Allow the user agent llms-txt-directory\.$/],
  ] as const)('reports the failure %s as %s, with the next step', async (failure, code, message) => {
    const answer = { status: failure === null ? 403 : null, failure, detail: 'no' };
    const web = Object.fromEntries(
      ['https://', 'https://www.', 'http://'].map((start) => [`${start}tea.example/`, answer]),
    );
    const error = await draftFrom(toWeb(web)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DirectoryError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('ends if the caller aborts', async () => {
    const caller = new AbortController();
    const web = {
      'https://tea.example/': () => {
        caller.abort(new Error('gone'));
        return HOME;
      },
    };
    await expect(gatherSources('tea.example', { ...gatherOptions(toWeb(web)), signal: caller.signal })).rejects.toThrow(
      'gone',
    );
  });

  it('shares connections and closes them at the end', async () => {
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    await draftFrom(toWeb({ 'https://tea.example/': HOME }, [], close));
    expect(closed).toBe(1);
    const gone = toWeb({ 'https://tea.example/': () => Promise.reject(new Error('gone')) }, [], close);
    await expect(gatherSources('tea.example', gatherOptions(gone))).rejects.toThrow('gone');
    expect(closed).toBe(2);
  });
});
