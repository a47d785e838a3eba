import { describe, expect, it } from 'vitest';
import type { PageSite } from '../../../src/directory/resolution.ts';
import type { PageQuery } from '../../../src/store/pages.ts';
import { linkOf } from './fake-store.ts';
import { serveFake } from './serve-fake.ts';

const SITE: PageSite = {
  domain: 'example.com',
  title: 'Example',
  file: 'https://example.com/llms.txt',
  scoped: [],
  tier: 'listed',
  verified: false,
  verified_at: null,
  twins: [],
  links: [linkOf('example.com')],
};

/** Directory of one site. `asked` are the domains per round trip. */
function serve() {
  const asked: (readonly string[])[][] = [];
  const findPages = async (queries: readonly PageQuery[]) => {
    asked.push(queries.map(({ domains }) => domains));
    return queries.map(({ domains }) => (domains.includes(SITE.domain) ? [SITE] : []));
  };
  return { asked, ...serveFake({ findPages }) };
}

describe('page URL after the URL of the service', () => {
  const page = 'https://example.com/guides?a=1';
  it.each([
    ['/https://example.com/guides?a=1', '*/*', `/resolve?url=${encodeURIComponent(page)}`],
    ['/https:/example.com/guides?a=1', 'text/html', `/resolve?url=${encodeURIComponent(page)}`],
    ['/https://example.com/guides?a=1', 'application/json', `/v1/resolve?url=${encodeURIComponent(page)}`],
    ['/https://example.com/guides?a=1', 'application/linkset+json', `/v1/resolve?url=${encodeURIComponent(page)}`],
    ['/https://example.com/guides?a=1', 'text/markdown', `/resolve.md?url=${encodeURIComponent(page)}`],
    ['/http://example.com', 'text/html', '/resolve?url=http%3A%2F%2Fexample.com'],
    ['/https://user@evil.example//x', 'text/html', '/resolve?url=https%3A%2F%2Fuser%40evil.example%2F%2Fx'],
  ])('redirects %s as %s to its resolution', async (path, accept, location) => {
    const answer = await serve().get(path, { accept });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    expect(answer.headers.get('vary')).toContain('Accept');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('lists the forms of an answer', async () => {
    const answer = await serve().get('/https://example.com/guides', { accept: 'image/png' });
    expect(answer.status).toBe(406);
    expect((await answer.json()).detail).toContain('application/linkset+json');
  });
});

describe('GET /v1/resolve', () => {
  const path = (url: string) => `/v1/resolve?url=${encodeURIComponent(url)}`;
  const url = 'http://www.example.com/guides/?utm_source=x#top';

  it('finds the file of a page and its entry', async () => {
    const { get, asked } = serve();
    const answer = await get(path(url));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('max-age=60');
    expect(await answer.json()).toEqual({
      url,
      domain: 'example.com',
      tier: 'listed',
      verified: false,
      verified_at: null,
      file: { url: 'https://example.com/llms.txt', scope: 'https://example.com/', title: 'Example', via: 'root' },
      entry: { title: 'Guides', section: 'Docs', notes: 'How things are done' },
      markdown: null,
    });
    expect(asked).toEqual([[['example.com']]]);
  });

  it('includes the Markdown version, also in a link set', async () => {
    const found = ['a', 'b'].map((name) => ({
      page: `https://example.com/docs/${name}`,
      markdown: `https://example.com/docs/${name}.md`,
    }));
    const at = '2026-09-14T06:12:45.000Z';
    const twins = [{ pages: 'example.com/docs/*', by: 'append-md' as const, tested: 2, found, tested_at: at }];
    const { get } = serveFake({ findPages: async () => [[{ ...SITE, twins }]] });
    const page = path('https://example.com/docs/c');
    expect(await (await get(page)).json()).toMatchObject({
      markdown: { url: 'https://example.com/docs/c.md', by: 'append-md', tested_at: at },
    });
    const linkset = await get(page, { accept: 'application/linkset+json' });
    expect(await linkset.json()).toMatchObject({
      linkset: [{ alternate: [{ href: 'https://example.com/docs/c.md', type: 'text/markdown' }] }],
    });
  });

  it('returns a link set on request, with a separate cache entry', async () => {
    const { get } = serve();
    const linkset = await get(path(url), { accept: 'application/linkset+json' });
    expect(linkset.headers.get('content-type')).toBe('application/linkset+json');
    expect(linkset.headers.get('vary')).toContain('Accept');
    expect(await linkset.json()).toEqual({
      linkset: [{ anchor: url, describedby: [{ href: 'https://example.com/llms.txt', type: 'text/markdown' }] }],
    });
    const json = await get(path(url));
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(json.headers.get('etag')).not.toBe(linkset.headers.get('etag'));
  });

  it('reads the parents of a host up to the registrable domain', async () => {
    const { get, asked } = serve();
    await get(path('https://a.b.shop.co.uk/x'));
    await get(path('https://me.github.io/x'));
    expect(asked).toEqual([[['a.b.shop.co.uk', 'b.shop.co.uk', 'shop.co.uk']], [['me.github.io']]]);
  });

  it('explains how to register an unknown domain', async () => {
    const answer = await serve().get(path('https://www.unknown.com/page'));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      code: 'domain.unknown',
      detail: expect.stringMatching(/unknown\.com is not in the directory.*POST .*\/v1\/sites/),
    });
  });

  it.each([
    ['', 'request.invalid'],
    ['mailto:a@example.com', 'request.invalid'],
    ['https://example.com:8443/', 'domain.invalid'],
    ['https://127.0.0.1/', 'domain.invalid'],
    ['localhost', 'domain.invalid'],
    [`https://example.com/${'x'.repeat(2_000)}`, 'request.invalid'],
  ])('refuses "%.40s"', async (given, code) => {
    const { get, asked } = serve();
    const answer = await get(path(given));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code, errors: [{ parameter: 'url' }] });
    expect(asked).toEqual([]);
  });
});

describe('POST /v1/resolve', () => {
  it('answers many URLs in order by one round trip, including faulty URLs', async () => {
    const { send, asked } = serve();
    const urls = [
      'https://example.com/guides',
      'ftp://example.com/',
      'https://unknown.com/',
      'https://10.0.0.1/',
      'example.com/x',
    ];
    const answer = await send('POST', '/v1/resolve', { urls });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      results: [
        { url: urls[0], entry: { title: 'Guides' } },
        { url: urls[1], error: { code: 'request.invalid' } },
        { url: urls[2], error: { code: 'domain.unknown', detail: expect.stringContaining('/v1/sites') } },
        { url: urls[3], error: { code: 'domain.invalid' } },
        { url: urls[4], domain: 'example.com', entry: null },
      ],
    });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [{}],
    [{ urls: [] }],
    [{ urls: 'https://example.com/' }],
    [{ urls: [1] }],
    [{ urls: Array(101).fill('example.com') }],
  ])('refuses %j', async (body) => {
    expect((await serve().send('POST', '/v1/resolve', body)).status).toBe(400);
  });
});
