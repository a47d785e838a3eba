import { describe, expect, it } from 'vitest';
import { DirectoryError } from '../../../src/directory/errors.ts';
import type { PackageLink } from '../../../src/directory/package-resolution.ts';
import type { PackageReads } from '../../../src/operations/resolve/resolve-package.ts';
import { renderPackageText } from '../../../src/site/content/views/resolution/package-text.ts';
import { renderResolutionText } from '../../../src/site/content/views/resolution/resolution-text.ts';
import type { PageQuery } from '../../../src/store/pages.ts';
import { callTool, ERAS } from '../mcp/call-mcp.ts';
import { EXAMPLE_SITE } from './fake-store.ts';
import { serveFake } from './serve-fake.ts';

const HOME: PackageLink = { via: 'homepage', url: 'https://www.example.com/guides' };
const REPOSITORY: PackageLink = { via: 'repository', url: 'https://github.com/example/tea' };
/** Links by package, as the registries of the test return them. */
const LINKS: Readonly<Record<string, readonly PackageLink[] | DirectoryError>> = {
  'pkg:npm/tea': [HOME, REPOSITORY],
  'pkg:npm/%40cups/blue': [{ via: 'homepage', url: 'https://127.0.0.1/' }, REPOSITORY],
  'pkg:pypi/later': new DirectoryError('package.pending', 'Not read yet.', { retryAfterS: 5 }),
  'pkg:cargo/down': new DirectoryError('registry.unreachable', 'It is down.', { retryAfterS: 60 }),
};

/** Serves a directory of one site. `asked` contains the domains per round trip. */
function serve() {
  const asked: (readonly string[])[][] = [];
  const findPages = async (queries: readonly PageQuery[]) => {
    asked.push(queries.map(({ domains }) => domains));
    return queries.map(({ domains }) => (domains.includes(EXAMPLE_SITE.domain) ? [EXAMPLE_SITE] : []));
  };
  const readPackages: PackageReads = async (packages) =>
    packages.map(({ purl }) => LINKS[purl] ?? new DirectoryError('package.unknown', 'No such package.'));
  return { asked, ...serveFake({ findPages }, { readPackages }) };
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

  it('refuses other forms of an answer', async () => {
    const answer = await serve().get('/https://example.com/guides', { accept: 'image/png' });
    expect(answer.status).toBe(406);
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
    const { get } = serveFake({ findPages: async () => [[{ ...EXAMPLE_SITE, twins }]] });
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

describe('GET /v1/resolve with a package', () => {
  const path = (name: string) => `/v1/resolve?package=${encodeURIComponent(name)}`;
  const file = { url: 'https://example.com/llms.txt', scope: 'https://example.com/', title: 'Example', via: 'root' };

  it.each(['pkg:npm/tea', 'npm:tea', 'pkg:npm/tea@1.2.3'])('finds the file of %s by its links', async (name) => {
    const { get, asked } = serve();
    const answer = await get(path(name));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      package: 'pkg:npm/tea',
      via: 'homepage',
      candidates: [
        { ...HOME, domain: 'example.com', file: file.url, reason: null },
        { ...REPOSITORY, domain: 'github.com', file: null, reason: 'shared_host' },
      ],
      file,
      domain: 'example.com',
      entry: { title: 'Guides', section: 'Docs', notes: 'How things are done' },
      markdown: null,
    });
    expect(asked).toEqual([[['example.com'], ['github.com']]]);
  });

  it('returns null and the candidates if no link has a file', async () => {
    expect(await (await serve().get(path('npm:@cups/blue'))).json()).toEqual({
      package: 'pkg:npm/%40cups/blue',
      via: null,
      candidates: [
        { via: 'homepage', url: 'https://127.0.0.1/', domain: null, file: null, reason: 'unlistable' },
        { ...REPOSITORY, domain: 'github.com', file: null, reason: 'shared_host' },
      ],
      file: null,
      domain: null,
      entry: null,
      markdown: null,
    });
  });

  it.each([
    ['pkg:gem/rails', 400, 'package.invalid', null],
    ['tea', 400, 'package.invalid', null],
    ['x'.repeat(501), 400, 'request.invalid', null],
    ['npm:nobody', 404, 'package.unknown', null],
    ['pypi:later', 503, 'package.pending', '5'],
    ['cargo:down', 503, 'registry.unreachable', '60'],
  ])('answers %.20s with %i %s', async (name, status, code, wait) => {
    const answer = await serve().get(path(name));
    expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
    expect(answer.headers.get('retry-after')).toBe(wait);
  });

  it.each(['/v1/resolve', `${path('npm:tea')}&url=https://example.com/`])('refuses %s', async (both) => {
    const answer = await serve().get(both);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'request.invalid', errors: [{ parameter: 'url' }] });
  });
});

describe('POST /v1/resolve', () => {
  it('answers packages in order by one round trip, including faulty ones', async () => {
    const { send, asked } = serve();
    const long = `npm:${'a'.repeat(600)}`;
    const packages = ['npm:tea', 'pypi:later', 'tea', 'pkg:npm/%40cups/blue', 'npm:nobody', 'cargo:down', long];
    const answer = await send('POST', '/v1/resolve', { packages });
    expect(answer.status).toBe(200);
    const error = (name: string, code: string, wait: number | null) => ({
      package: name,
      error: { code, detail: expect.any(String), retry_after_s: wait },
    });
    expect((await answer.json()).results).toEqual([
      expect.objectContaining({ package: 'pkg:npm/tea', via: 'homepage' }),
      error('pypi:later', 'package.pending', 5),
      error('tea', 'package.invalid', null),
      expect.objectContaining({ package: 'pkg:npm/%40cups/blue', file: null }),
      error('npm:nobody', 'package.unknown', null),
      error('cargo:down', 'registry.unreachable', 60),
      error(long, 'package.invalid', null),
    ]);
    expect(asked).toHaveLength(1);
  });

  it('answers many URLs in order by one round trip, including faulty URLs', async () => {
    const { send, asked } = serve();
    const urls = [
      'https://example.com/guides',
      'ftp://example.com/',
      'https://unknown.com/',
      'https://10.0.0.1/',
      'example.com/x',
      `https://example.com/${'a'.repeat(2_000)}`,
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
        { url: urls[5], error: { code: 'request.invalid' } },
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
    [{ packages: [] }],
    [{ packages: Array(101).fill('npm:tea') }],
    [{ packages: [1] }],
    [{ packages: ['npm:tea'], urls: ['https://example.com/'] }],
  ])('refuses %j', async (body) => {
    expect((await serve().send('POST', '/v1/resolve', body)).status).toBe(400);
  });
});

describe('resolve_package', () => {
  it.each(ERAS)('answers like the API at %s', async (era) => {
    const fake = serve();
    const { structuredContent, content, isError } = await callTool(
      fake,
      'resolve_package',
      { package: 'npm:tea' },
      era,
    );
    expect(isError).toBeUndefined();
    expect(structuredContent).toEqual(await (await fake.get('/v1/resolve?package=npm:tea')).json());
    expect(content[0]?.text).toBe(
      'https://example.com/llms.txt is the llms.txt of pkg:npm/tea, by its homepage. Next: read_llms_txt with domain example.com.',
    );
  });

  it('advises to fetch a file that read_llms_txt does not read', () => {
    const url = 'https://example.com/docs/llms.txt';
    const file = { url, scope: 'https://example.com/docs/', title: 'Docs', via: 'nested' } as const;
    const page = { domain: 'example.com', tier: 'listed', verified: false, verified_at: null, file } as const;
    const resolution = { ...page, url: 'https://example.com/docs/a', entry: null, markdown: null };
    const of = { ...resolution, package: 'pkg:npm/tea', via: 'homepage' as const, candidates: [] };
    for (const text of [renderResolutionText(resolution), renderPackageText(of)]) {
      expect(text).toMatch(/Next: fetch https:\/\/example\.com\/docs\/llms\.txt\.$/);
    }
  });

  it('lists the links of a package without a file as third-party text', async () => {
    const { content } = await callTool(serve(), 'resolve_package', { package: 'npm:@cups/blue' });
    expect(content[0]?.text).toMatch(
      /^The directory has no llms.txt of pkg:npm\/%40cups\/blue\.\n--- \w+ begins: third-party text from its registry.*\n- homepage: https:\/\/127\.0\.0\.1\/ \(unlistable\)\n/,
    );
  });
});
