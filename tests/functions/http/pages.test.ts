import { describe, expect, it } from 'vitest';
import type { Rendered } from '../../../src/site/build/rendered.ts';
import { StoreError } from '../../../src/store/store.ts';
import { A_STATS, toDetail, toFacts } from './fake-store.ts';
import { fileOfText } from './file-of-text.ts';
import { serveFake } from './serve-fake.ts';

const html = (body: string): Rendered => ({ status: 200, contentType: 'text/html; charset=utf-8', body });
const store = {
  lookup: async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null),
  getDetail: async (domain: string) => (domain === 'example.com' ? toDetail(domain) : null),
};
const notFound = async (domain?: string): Promise<Rendered> => ({
  status: 404,
  contentType: 'text/html; charset=utf-8',
  body: `register ${domain ?? 'nothing'}`,
});
const show = () => Promise.reject(new Error('unexpected page'));
const renderer = {
  show,
  showMarkdown: show,
  render: async (path: string) =>
    /^\/(domain\/example\.com(\.md)?|search.*|browse.*)?$/.test(path) ? html(`rendered ${path}`) : null,
  notFound,
};

describe('page of a domain', () => {
  const asked: [accept: string | null, status: number, type: string, body: string | null][] = [
    [null, 200, 'text/html; charset=utf-8', 'rendered /domain/example.com'],
    ['text/html', 200, 'text/html; charset=utf-8', 'rendered /domain/example.com'],
    ['text/markdown', 200, 'text/html; charset=utf-8', 'rendered /domain/example.com.md'],
    ['application/json', 200, 'application/json', null],
    ['text/html;q=0.1, application/json;q=0.2', 200, 'application/json', null],
    ['image/png', 406, 'application/problem+json', null],
  ];
  it.each(asked)('follows Accept: %s', async (accept, status, type, body) => {
    const { get, lookups } = serveFake(store, { renderer });
    const response = await get('/domain/example.com', accept === null ? {} : { accept });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('vary')).toMatch(/^Accept\b/);
    if (body !== null) expect(await response.text()).toBe(body);
    expect(lookups).toEqual(status === 200 ? ['example.com'] : []);
  });

  it('serves the record with its components as JSON at both URLs', async () => {
    const { get } = serveFake(store, { renderer });
    const negotiated = await (await get('/domain/example.com', { accept: 'application/json' })).json();
    expect(negotiated).toMatchObject({
      domain: 'example.com',
      components: toDetail('example.com').components,
      claim: { hint: expect.any(String) },
    });
    const sibling = await get('/domain/WWW.example.com.json', { accept: 'text/html' });
    // The sibling has a separate URL, and one representation per coding.
    expect(sibling.headers.get('vary')).toBe('Accept-Encoding');
    expect(await sibling.json()).toEqual(negotiated);
    expect(sibling.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('prefers the Markdown of a tracked domain to a domain with .md', async () => {
    const md = { ...renderer, render: async (path: string) => html(path) };
    const both = {
      ...store,
      lookup: async (domain: string) => (/^example\.com/.test(domain) ? toFacts(domain) : null),
    };
    expect(await (await serveFake(both, { renderer: md }).get('/domain/example.com.md')).text()).toBe(
      '/domain/example.com.md',
    );
    expect(await (await serveFake(both, { renderer: md }).get('/domain/example.md')).text()).toBe('/domain/example.md');
  });

  it('renders once in five seconds', async () => {
    const rendered: string[] = [];
    const counting = {
      ...renderer,
      render: async (path: string) => {
        rendered.push(path);
        return html(`${path} ${rendered.length}`);
      },
    };
    const { get, wait } = serveFake(store, { renderer: counting });
    const first = await get('/domain/example.com.md');
    const [body, tag] = [await first.text(), first.headers.get('etag') ?? ''];
    expect(body).toBe('/domain/example.com.md 1');
    expect((await get('/domain/example.com.md', { 'if-none-match': tag })).status).toBe(304);
    expect(rendered).toHaveLength(1);
    await get('/domain/example.com', { accept: 'text/html' });
    expect(rendered).toEqual(['/domain/example.com.md', '/domain/example.com']);
    wait(11_000);
    expect(await (await get('/domain/example.com.md')).text()).toBe('/domain/example.com.md 3');
  });

  it('serves siblings of a built page without a store read', async () => {
    const built = { find: async (path: string) => (path === '/domain/example.com' ? fileOfText('built') : null) };
    const lookup = () => Promise.reject(new Error('unexpected lookup'));
    const { get } = serveFake({ ...store, lookup }, { files: built, renderer });
    expect(await (await get('/domain/example.com.md')).text()).toBe('rendered /domain/example.com.md');
  });

  it('offers to register an unknown domain', async () => {
    const { get, lookups } = serveFake(store, { renderer });
    const page = await get('/domain/example.net', { accept: 'text/html' });
    expect([page.status, await page.text()]).toEqual([404, 'register example.net']);
    for (const accept of ['application/json', 'text/markdown']) {
      const problem = await get('/domain/example.net', { accept });
      expect([accept, problem.status, (await problem.json()).code]).toEqual([accept, 404, 'domain.unknown']);
    }
    expect((await get('/domain/not a domain', { accept: 'text/html' })).status).toBe(404);
    expect((await get('/domain/localhost', { accept: 'application/json' })).status).toBe(400);
    expect(lookups).toEqual([]);
  });
});

describe('file of a domain', () => {
  const files = {
    find: async (path: string) => (/^\/domain\/example\.com\/feed\.(xml|json)$/.test(path) ? fileOfText(path) : null),
  };
  it.each([
    ['/domain/WWW.Example.COM/feed.json', '/domain/example.com/feed.json'],
    ['/domain/www.example.com/feed.xml', '/domain/example.com/feed.xml'],
    ['/domain/EXAMPLE.com./feed.xml', '/domain/example.com/feed.xml'],
    ['/domain/example.com/feed.json', '/domain/example.com/feed.json'],
    ['/domain/WWW.Example.COM', 'rendered /domain/example.com'],
    ['/domain/www.example.com.md', 'rendered /domain/example.com.md'],
  ])('exists for any spelling of the name: %s', async (asked, answered) => {
    const response = await serveFake(store, { files, renderer }).get(asked);
    expect([response.status, await response.text()]).toEqual([200, answered]);
  });
  it.each(['/domain/other.com/feed.json', '/domain/1.2.3.4/feed.xml'])(
    'answers 404 for an unknown domain: %s',
    async (path) => expect((await serveFake(store, { files, renderer }).get(path)).status).toBe(404),
  );
});

describe('route of files and pages', () => {
  const files = {
    find: async (path: string) =>
      path === '/domain/example.com'
        ? fileOfText('built')
        : path === '/_astro/a.css'
          ? fileOfText('css', 'text/css', true)
          : null,
  };

  it('serves a built file with its tag, within the file quota', async () => {
    const { get, lookups } = serveFake(store, { files, renderer });
    const built = await get('/domain/example.com', { accept: 'text/html' });
    expect(await built.text()).toBe('built');
    expect(built.headers.get('etag')).toBe('"built"');
    expect(built.headers.get('ratelimit')).toBe('"file";r=2999;t=60');
    const again = await get('/domain/example.com', { 'if-none-match': '"built"' });
    expect(again.status).toBe(304);
    // A browser merges the fields of the 304 into its cached page.
    for (const name of ['content-security-policy', 'access-control-allow-origin', 'x-frame-options']) {
      expect([name, again.headers.get(name)]).toEqual([name, built.headers.get(name)]);
    }
    expect(lookups).toEqual(['example.com', 'example.com']);
    expect((await get('/_astro/a.css')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('renders other pages with their query, within the read quota', async () => {
    const { get } = serveFake(store, { files, renderer });
    const page = await get('/search?q=tea');
    expect(await page.text()).toBe('rendered /search?q=tea');
    expect(page.headers.get('ratelimit')).toBe('"read";r=299;t=60');
    expect(page.headers.get('cache-control')).toContain('stale-while-revalidate');
  });

  it.each([
    ['/browse?topic=ai', 'rendered /browse?topic=ai'],
    ['/browse?sort=newest', 'rendered /browse?sort=newest'],
    ['/browse?utm_source=x', 'built'],
  ])('renders a filter, and serves the built page for an unknown query: %s', async (path, body) => {
    const browse = { find: async (asked: string) => (asked === '/browse' ? fileOfText('built') : null) };
    expect(await (await serveFake(store, { files: browse, renderer }).get(path)).text()).toBe(body);
  });

  it('serves Markdown if preferred and available', async () => {
    const pages = {
      find: async (path: string) => {
        if (path === '/docs/api' || path === '/') return fileOfText(`html of ${path}`);
        if (path === '/docs/api.md' || path === '/index.md')
          return fileOfText(`md of ${path}`, 'text/markdown; charset=utf-8');
        return path === '/llms.txt' ? fileOfText('# Us', 'text/plain; charset=utf-8') : null;
      },
    };
    const { get } = serveFake(store, { files: pages, renderer });
    const asked: [path: string, accept: string, body: string][] = [
      ['/docs/api', 'text/markdown', 'md of /docs/api.md'],
      ['/', 'text/markdown, text/html;q=0.5', 'md of /index.md'],
      ['/docs/api', 'text/html, text/markdown;q=0.5', 'html of /docs/api'],
      ['/docs/api', '*/*', 'html of /docs/api'],
      ['/llms.txt', 'text/markdown', '# Us'],
    ];
    for (const [path, accept, body] of asked) {
      const response = await get(path, { accept });
      expect([path, accept, await response.text()]).toEqual([path, accept, body]);
      expect([path, response.headers.get('vary')]).toEqual([path, path === '/llms.txt' ? null : 'Accept']);
    }
  });
});

describe('client above its quota', () => {
  const flood = async (pathOf: (n: number) => string) => {
    let calls = 0;
    const lookup = async () => {
      calls += 1;
      return null;
    };
    const stats = async () => {
      calls += 1;
      return A_STATS;
    };
    const { get } = serveFake({ lookup, stats });
    const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => get(pathOf(n))));
    const refused = answers.filter(({ status }) => status === 429);
    return { refused, last: answers.at(-1), calls };
  };

  it('costs no further store reads for badges and breaks no embed', async () => {
    const { refused, last, calls } = await flood((n) => `/badge/site-${n}.com.svg`);
    expect([refused.length, calls]).toEqual([0, 300]);
    expect(await last?.text()).toContain('too many requests');
    expect(last?.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['a badge', '/badge/example.com.svg', 0],
    ['/readyz', '/readyz', 100],
  ])('costs one store read for %s', async (_, path, refusals) => {
    const { refused, calls } = await flood(() => path);
    expect([refused.length, calls]).toEqual([refusals, 1]);
  });

  it('costs no further store reads for Markdown pages', async () => {
    const { refused, calls } = await flood((n) => `/domain/site-${n}.com.md`);
    expect(refused).toHaveLength(100);
    expect(refused[0]?.headers.get('retry-after')).toBe('60');
    expect(calls).toBeLessThanOrEqual(300);
  });
});

describe('the badge', () => {
  const cases: [path: string, text: string][] = [
    ['/badge/example.com.svg', 'example.com: llms.txt valid'],
    ['/badge/WWW.EXAMPLE.com.svg', 'example.com: llms.txt valid'],
    ['/badge/example.net.svg', 'example.net: llms.txt not listed'],
    ['/badge/localhost.svg', 'llms.txt not listed'],
    ['/badge/%22%3E%3Cscript%3E.svg', 'llms.txt not listed'],
    ['/badge/%FF.svg', 'llms.txt not listed'],
    ['/badge/.svg', 'llms.txt not listed'],
    ['/badge/example.com.svg?style=nonsense', 'example.com: llms.txt valid'],
  ];
  it.each(cases)('shows at %s the text %s', async (path, text) => {
    const response = await serveFake(store).get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const svg = await response.text();
    expect(svg).toContain(text);
    expect(svg).not.toContain('<script');
  });

  it('comes in three styles', async () => {
    const { get } = serveFake(store);
    const styles = ['flat', 'flat-square', 'for-the-badge'];
    const drawn = styles.map(async (style) => (await get(`/badge/example.com.svg?style=${style}`)).text());
    expect(new Set(await Promise.all(drawn)).size).toBe(3);
  });

  it('shows a blocked domain within a minute, and within five through caches', async () => {
    let tier: 'listed' | 'rejected' = 'listed';
    const { get, wait } = serveFake({ lookup: async (domain) => ({ ...toFacts(domain), tier }) });
    expect(await (await get('/badge/example.com.svg')).text()).toContain('llms.txt valid');
    tier = 'rejected';
    // A request now gets the old answer while the data is read again.
    wait(60_000);
    await get('/badge/example.com.svg');
    const refreshed = async () => {
      const answer = await get('/badge/example.com.svg');
      return { text: await answer.text(), maxAge: answer.headers.get('cache-control') };
    };
    await expect.poll(refreshed).toEqual({
      text: expect.stringContaining('llms.txt not listed'),
      maxAge: expect.stringMatching(/max-age=300\b/),
    });
  });

  it('stays uncached while the store is unavailable', async () => {
    const lookup = () => Promise.reject(new StoreError('unavailable', 'down'));
    const { get, logged } = serveFake({ lookup });
    const response = await get('/badge/example.com.svg');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.text()).toContain('unknown');
    const request = response.headers.get('x-request-id');
    expect(logged).toMatchObject([{ event: 'badge.unknown', fields: { request } }]);
  });
});
