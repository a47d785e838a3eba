import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { TOOL_PAGES } from '../../../functions/http/pages/tool-pages.ts';
import { QUERY_PATHS } from '../../../src/directory/urls.ts';
import { openRenderer } from '../../../src/site/build/renderer.ts';
import { fakeStore as builtStore } from '../../site/build/fake-store.ts';
import { GOOD_FILE, observed } from './an-observation.ts';
import { EXAMPLE_SITE, fakeStore, toFacts } from './fake-store.ts';
import { recordPages } from './record-pages.ts';
import { BASE_URL, serveFake } from './serve-fake.ts';

const tracked = { lookup: async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null) };
const views = { countFacets: async () => [], findMatches: async () => new Map() };
const store = { ...fakeStore(tracked), ...builtStore([]).store, ...views };
/** Renderer of the compiled pages. */
const compiled = await openRenderer(tmpdir(), { store, service: { name: 'x', baseUrl: BASE_URL }, now: () => 0 });

const observe = async (domain: string) => observed(domain, { status: 200, body: GOOD_FILE });

describe('tool pages', () => {
  it('lists each tool page as a page that depends on the query', () => {
    expect(QUERY_PATHS).toEqual(expect.arrayContaining(TOOL_PAGES.map(([path]) => path)));
  });
});

describe('check page without JavaScript', () => {
  it('visits the site of the form and shows the findings with the text', async () => {
    const { shown, renderer } = recordPages();
    const { get } = serveFake({}, { renderer }, { observe });
    const response = await get('/check?domain=https%3A%2F%2Fwww.Example.com%2Fx');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('ratelimit-policy')).toBe('"fetch";q=10;w=60');
    expect(shown).toMatchObject([
      {
        path: '/check',
        page: {
          kind: 'check',
          asked: 'https://www.Example.com/x',
          problem: null,
          result: { check: { domain: 'example.com', status: 'valid' }, text: GOOD_FILE, isWhole: true },
        },
      },
    ]);
  });

  it.each(['/check', '/check?domain=+', '/add'])('serves the built file without a domain: %s', async (path) => {
    const { renderer } = recordPages();
    expect(await (await serveFake({}, { renderer }).get(path)).text()).toMatch(/^file \/(check|add)/);
  });

  it.each([
    ['localhost', 400, /reserved|dot|single/i],
    ['http://user@example.com', 400, /./],
  ])('answers %s with %i, the form and the reason', async (typed, status, detail) => {
    const { shown, renderer } = recordPages();
    const response = await serveFake({}, { renderer }).get(`/check?domain=${encodeURIComponent(typed)}`);
    expect(response.status).toBe(status);
    const page = shown[0]?.page;
    expect(page?.kind === 'check' && page.problem?.detail).toMatch(detail);
  });

  it('shows the entry of the directory', async () => {
    const { shown, renderer } = recordPages();
    await serveFake(tracked, { renderer }, { observe }).get('/check?domain=example.com');
    expect(shown).toMatchObject([{ page: { result: { entry: toFacts('example.com') } } }]);
  });

  it('logs an internal error and hides it', async () => {
    const { shown, renderer } = recordPages();
    const broken = async () => Promise.reject(new TypeError('secret path'));
    const { get, logged } = serveFake({}, { renderer }, { observe: broken });
    const response = await get('/check?domain=example.com');
    expect(response.status).toBe(500);
    expect(JSON.stringify(shown)).not.toContain('secret');
    expect(logged).toMatchObject([{ fields: { request: response.headers.get('x-request-id') } }]);
  });

  it('gets compressed, because it contains no secret', async () => {
    const show = async () => ({ status: 200, contentType: 'text/html', body: 'A line of the file.\n'.repeat(200) });
    const { get } = serveFake({}, { renderer: { ...recordPages().renderer, show } }, { observe });
    const { headers } = await get('/check?domain=example.com', { 'accept-encoding': 'br' });
    expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual(['br', 'no-store']);
  });

  it('counts once with the progress before the page', async () => {
    const { renderer } = recordPages();
    const { get } = serveFake({}, { renderer }, { observe });
    const left = async (path: string, accept: string) => {
      const response = await get(path, { accept });
      await response.text();
      return response.headers.get('ratelimit');
    };
    expect(await left('/v1/check/example.com', 'text/event-stream')).toBe('"fetch";r=9;t=60');
    expect(await left('/check?domain=www.example.com', 'text/html')).toBe('"read";r=299;t=60');
    expect(await left('/v1/check/www.example.com', 'text/event-stream')).toBe('"read";r=298;t=60');
    expect(await left('/v1/check/other.com', 'application/json')).toBe('"fetch";r=8;t=60');
  });
});

describe('add page without JavaScript', () => {
  it('visits a site outside the directory', async () => {
    const { shown, renderer } = recordPages();
    const store = { lookup: async (domain: string) => (domain === 'example.com' ? toFacts('example.com') : null) };
    const { get } = serveFake(store, { renderer }, { observe });
    const outside = await get('/add?domain=new.example.org');
    expect([outside.status, outside.headers.get('ratelimit-policy')]).toEqual([
      200,
      expect.stringContaining('"fetch"'),
    ]);
    expect((await get('/add?domain=www.example.com')).status).toBe(200);
    expect(shown.map(({ page }) => page)).toMatchObject([
      { kind: 'add', result: { domain: 'new.example.org', site: null, check: { status: 'valid' } } },
      { kind: 'add', result: { domain: 'example.com', site: { facts: { domain: 'example.com' } }, check: null } },
    ]);
  });
});

describe('draft page without JavaScript', () => {
  it.each([
    ['no file', null, null],
    ['the published file', toFacts('example.com'), 'https://example.com/llms.txt'],
  ])('shows the draft and %s', async (_, entry, published) => {
    const { shown, renderer } = recordPages();
    const draft = async () => ({ text: '# A\n', pagesRead: 3, notes: ['short'] });
    const { get } = serveFake({ lookup: async () => entry }, { renderer }, { draft });
    const { headers } = await get('/generate?domain=example.com');
    expect(headers.get('ratelimit-policy')).toBe('"fetch";q=10;w=60');
    expect(shown[0]?.page).toMatchObject({
      kind: 'generate',
      result: { text: '# A\n', pages_read: 3, notes: ['short'], published },
    });
  });
});

describe('claim page without JavaScript', () => {
  it('warns if the next load shows another token and gives a permanent URL', async () => {
    const load = async (headers = {}) =>
      await (await serveFake(tracked, { renderer: compiled }).get('/claim/example.com', headers)).text();
    const toAddress = (html: string) => /curl -X POST '([^']+)'/.exec(html.replaceAll('&#39;', "'"))?.[1];
    const shared = { 'x-forwarded-for': 'unknown' };
    const [first, second] = [await load(shared), await load(shared)];
    expect(toAddress(first)).toMatch(/\/v1\/sites\/example\.com\/verify\?claim=[0-9a-f]{32}$/);
    expect(toAddress(second)).not.toBe(toAddress(first));
    expect(first).toContain('shows another token whenever it is loaded');
    expect(first).toMatch(/<details open[^>]*>\s*<summary>From a terminal/);
    const own = await load();
    expect(own).not.toContain('shows another token');
    expect(toAddress(await load())).toBe(toAddress(own));
  });

  it('shows the steps for an unregistered domain', async () => {
    const { renderer, shown } = recordPages();
    const response = await serveFake(tracked, { renderer }).get('/claim/example.org');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(shown).toMatchObject([{ page: { kind: 'claim', domain: 'example.org', site: null } }]);
  });
});

describe('route of tools in Markdown', () => {
  const draft = async () => ({ text: GOOD_FILE, pagesRead: 3, notes: ['There is no sitemap.'] });
  const markdown = { accept: 'text/markdown' };
  const findPages = async () => [[EXAMPLE_SITE]];
  const serve = (observation = observe) =>
    serveFake({ ...tracked, findPages }, { renderer: compiled }, { observe: observation, draft });

  const resolved = ['# The llms.txt of a page of example.com', '<https://example.com/llms.txt>', 'How things are done'];
  it.each([
    ['/check?domain=example.com', ['# Check of example.com', 'quality', '## Other checks']],
    ['/generate?domain=example.com', ['# Draft for example.com', 'There is no sitemap.']],
    ['/badges?domain=example.com', ['# Badges for example.com', '/badge/example.com.svg']],
    ['/resolve?url=www.example.com%2Fguides%23top', resolved],
    ['/claim/example.com', ['# Claim example.com', '/v1/sites/example.com/verify?claim=']],
  ])('serves the Markdown of %s by Accept and by its name', async (path, words) => {
    const twin = path.replace(/(?=\?)|$/, '.md');
    const { get } = serve();
    const [negotiated, named, page] = [await get(path, markdown), await get(twin), await get(path)];
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    // A page with a secret has no compressed form, and a short page needs no compressed form.
    const varies = path.startsWith('/claim/') ? ['Accept'] : ['Accept', 'Accept, Accept-Encoding'];
    for (const { headers } of [negotiated, page]) expect(varies).toContain(headers.get('vary'));
    const text = await negotiated.text();
    for (const answer of [negotiated, named]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(await named.text()).toBe(text);
    for (const found of words) expect(text).toContain(found);
  });

  it.each([
    '/wp-login.php',
    '/.env',
    '/_headers',
    '/browse/tag/',
    '/sitemaps/x.xml',
    '/a/b.md',
    '/verified/x/llms.txt',
  ])('rejects %s by its form, without a store read', async (path) => {
    expect(await compiled.render(path, '192.0.2.1')).toBeNull();
  });

  it('explains an uncovered page, and how to add an unknown domain', async () => {
    const none = { ...EXAMPLE_SITE, file: null, links: [] };
    const without = serveFake({ findPages: async () => [[none]] }, { renderer: compiled });
    const page = await (await without.get('/resolve?url=https%3A%2F%2Fexample.com%2Fx')).text();
    expect(page).toContain('The directory has no llms.txt of example.com that covers this page.');
    const unknown = serveFake({ findPages: async () => [[]] }, { renderer: compiled });
    const answer = await unknown.get('/resolve?url=https%3A%2F%2Fexample.com%2Fx');
    expect(answer.status).toBe(404);
    const text = await answer.text();
    expect(text).toMatch(/value="https:\/\/example\.com\/x"[\s\S]*warning-line/);
    expect(text).toContain('<a href="/domain/example.com">Check or add example.com</a>');
    expect(text).not.toContain('POST');
    const bare = await (await unknown.get('/resolve?url=example.com%2Fguides')).text();
    expect(bare).toContain('<a href="/domain/example.com">Check or add example.com</a>');
    expect(bare).not.toContain('POST');
    expect((await unknown.get('/resolve?url=mailto%3Aa%40b.example')).status).toBe(400);
  });

  it('lists every finding of a check with escaped site text', async () => {
    const body = '# **Tides**\n\n- [a](javascript:alert(1))\n\n## Docs\n\n- [Guide](https://example.com/my guide.md)\n';
    const { get } = serve(async (domain) => observed(domain, { status: 200, body }));
    const { checks } = await (await get('/v1/check/example.com')).json();
    const text = await (await get('/check?domain=example.com', markdown)).text();
    const failed = checks.filter(({ outcome }: { outcome: string }) => outcome === 'failed');
    expect(failed.length).toBeGreaterThan(2);
    for (const { id } of failed) expect(text).toContain(`[${id}](${BASE_URL}/rules/${id})`);
    expect(text.replace(/^```.*?^```$/gms, '')).not.toMatch(/\]\(javascript:/);
  });

  it.each(['/check?domain=localhost', '/check.md?domain=localhost'])('answers %s with a problem', async (path) => {
    const response = await serve().get(path, markdown);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  it('claims a .md domain unless the name before .md has a record', async () => {
    const below = { lookup: async (domain: string) => (domain === 'harbour.md' ? toFacts(domain) : null) };
    const response = await serveFake(below, { renderer: compiled }).get('/claim/harbour.md');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('/v1/sites/harbour.md/verify');
  });
});

describe('search box of the home page', () => {
  it.each([
    ['example.com', '/domain/example.com'],
    ['https://www.example.com/docs?x=1', '/domain/example.com'],
    ['tide tables', '/search?q=tide%20tables'],
    ['stripe', '/search?q=stripe'],
    ['npm:tea', '/resolve?url=npm%3Atea'],
    ['//evil.com', '/search?q=%2F%2Fevil.com'],
    ['https://evil.com\\@example.com', '/search?q=https%3A%2F%2Fevil.com%5C%40example.com'],
    ['\ud800', '/search?q=%EF%BF%BD'],
  ])('redirects %j to %s', async (typed, location) => {
    const { renderer } = recordPages();
    const response = await serveFake({}, { renderer }).get(`/search?${new URLSearchParams({ q: typed, go: '1' })}`);
    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
  });
});
