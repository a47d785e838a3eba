import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/site/content/page.ts';
import { StoreError } from '../../../src/store/store.ts';
import { toFacts } from './fake-store.ts';
import { BASE_URL, serveFake } from './serve-fake.ts';

const known = { lookup: async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null) };

describe('a problem', () => {
  it('carries type, title, status, detail, instance, code and request id', async () => {
    const response = await serveFake(known).get('/v1/domain/example.net');
    const problem = await response.json();
    expect(problem).toEqual({
      type: `${BASE_URL}/errors/domain.unknown`,
      title: 'The domain is not in the directory',
      status: 404,
      detail: expect.stringContaining('/v1/sites'),
      instance: `urn:uuid:${response.headers.get('x-request-id')}`,
      code: 'domain.unknown',
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  const failures: [error: Error, status: number, code: string, wait: string | null, events: string[]][] = [
    [new Error('relation "secret" does not exist'), 500, 'internal', null, ['request.failed']],
    [new StoreError('unavailable', 'secret address refused'), 503, 'store.unavailable', '5', []],
  ];
  it.each(failures)('hides the text of the error: %s', async (error, status, code, wait, events) => {
    const { get, logged } = serveFake({ lookup: () => Promise.reject(error) });
    const response = await get('/v1/domain/example.com');
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, wait]);
    const text = await response.text();
    expect(text).not.toContain('secret');
    expect(JSON.parse(text).code).toBe(code);
    const request = response.headers.get('x-request-id');
    expect(logged).toMatchObject(events.map((event) => ({ event, fields: { request } })));
  });
});

describe('every answer', () => {
  it('carries a new request id', async () => {
    const { get, send } = serveFake(known);
    const tag = (await get('/openapi.json')).headers.get('etag') ?? '';
    const answers = [
      await get('/v1/domain/example.com'),
      await get('/badge/example.com.svg'),
      await get('/healthz'),
      await get('/nothing'),
      await get('/openapi.json', { 'if-none-match': tag }),
      await send('OPTIONS', '/mcp'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 304, 204]);
    const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')));
    expect(ids.size).toBe(answers.length);
    for (const id of ids) expect(id).toMatch(/^[\w-]{36}$/);
  });
});

describe('methods', () => {
  const refused: [method: string, path: string, allow: string][] = [
    ['POST', '/v1/stats', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/domain/example.com', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/sites', 'POST, OPTIONS'],
    ['PUT', '/v1/sites', 'POST, OPTIONS'],
    ['HEAD', '/v1/sites', 'POST, OPTIONS'],
    ['PUT', '/notify/confirm', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/domain/example.com', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/badge/example.com.svg', 'GET, HEAD, OPTIONS'],
    ['POST', '/readyz', 'GET, HEAD, OPTIONS'],
  ];
  it.each(refused)('refuses %s %s and lists the allowed methods', async (method, path, allow) => {
    const response = await serveFake({}).send(method, path);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    if (method !== 'HEAD') expect((await response.json()).code).toBe('method.not_allowed');
  });

  it('answers OPTIONS and preflights for any origin, without credentials', async () => {
    const preflight = await serveFake({}).send('OPTIONS', '/v1/sites', undefined, {
      origin: 'https://elsewhere.net',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('allow')).toBe('POST, OPTIONS');
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it.each(['/v1/nothing', '/v1', '/v1/domain', '/v1/domain/example.com/more', '/nothing'])(
    'answers 404 at %s for any method',
    async (path) => {
      const { get, send } = serveFake({});
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
      for (const method of ['OPTIONS', 'PUT', 'DELETE', 'POST']) {
        expect([method, (await send(method, path)).status]).toEqual([method, 404]);
      }
    },
  );

  const slashes: [path: string, location: string][] = [
    ['/v1/stats/', '/v1/stats'],
    ['/v1/domains/?page=2&per_page=5', '/v1/domains?page=2&per_page=5'],
    ['/domain/example.com/', '/domain/example.com'],
    ['/docs///', '/docs'],
    ['//', '/'],
    // Browsers would read the first two as the URL of another site.
    ['//evil.net/', '/evil.net'],
    ['/\\evil.net/', '/evil.net'],
    ['/%2Fevil.net/', '/%2Fevil.net'],
  ];
  it.each(slashes)('redirects %s to %s, keeping the method', async (path, location) => {
    const { send } = serveFake({});
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH']) {
      const response = await send(method, path);
      expect([method, response.status, response.headers.get('location')]).toEqual([method, 308, location]);
    }
  });
});

describe('representation', () => {
  const show = async (path: string, page: Page) => ({
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: `${path} ${JSON.stringify(page)}`,
  });
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const failed: [path: string, status: number, code: string][] = [
    ['/v1/domain/example.net', 404, 'domain.unknown'],
    ['/v1/nothing', 404, 'not_found'],
    ['/v1/domains?per_page=0', 400, 'request.invalid'],
    ['/v1/sites', 405, 'method.not_allowed'],
    ['/v1/sites/example.com/stats', 401, 'key.missing'],
    ['/readyz', 503, 'store.unavailable'],
  ];
  it.each(failed)('shows a failure as a page for a browser: %s', async (path, status, code) => {
    const stats = () => Promise.reject(new StoreError('unavailable', 'down'));
    const { get, context } = serveFake({ ...known, stats });
    const served = serveFake({ ...known, stats }, { renderer: { ...context.renderer, show } });
    const page = await served.get(path, { accept: browser });
    const problem = await get(path, { accept: 'application/json' });
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect([problem.status, problem.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    const shown = await page.text();
    expect(shown).toContain(`"code":"${code}"`);
    expect(shown).toContain(page.headers.get('x-request-id'));
    for (const name of ['allow', 'www-authenticate', 'retry-after', 'cache-control']) {
      expect([name, page.headers.get(name)]).toEqual([name, problem.headers.get(name)]);
    }
    // Programs that accept any type are not browsers.
    expect((await get(path, { accept: '*/*' })).headers.get('content-type')).toBe('application/problem+json');
  });

  it('stays a problem document if a page fails to render', async () => {
    const { get, logged } = serveFake(known);
    const response = await get('/v1/domain/example.net', { accept: browser });
    expect([response.status, (await response.json()).code]).toEqual([404, 'domain.unknown']);
    expect(logged).toMatchObject([{ event: 'page.failed' }]);
  });
});

describe('caching', () => {
  it('gives a strong tag, shared caching, and a 304 to a matching tag', async () => {
    const { get } = serveFake(known);
    const first = await get('/v1/domain/example.com');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/);
    for (const field of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get('/v1/domain/example.com', { 'if-none-match': field });
      expect([field, again.status]).toEqual([field, 304]);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.has('ratelimit')).toBe(true);
    }
    expect((await get('/v1/domain/example.com', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('refuses the record if If-Match names another tag', async () => {
    const { get, send } = serveFake(known);
    const tag = (await get('/v1/domain/example.com')).headers.get('etag') ?? '';
    for (const field of ['"other"', `W/${tag}`, tag.slice(1, -1), `"a, ${tag}`, '""', '']) {
      const refused = await get('/v1/domain/example.com', { 'if-match': field, 'if-none-match': tag });
      expect([field, refused.status, refused.headers.get('cache-control')]).toEqual([field, 412, 'no-store']);
      expect((await refused.json()).code).toBe('precondition.failed');
      expect((await send('HEAD', '/v1/domain/example.com', undefined, { 'if-match': field })).status).toBe(412);
    }
    for (const field of [tag, `"other", ${tag}`, '*']) {
      expect((await get('/v1/domain/example.com', { 'if-match': field })).status).toBe(200);
      expect((await get('/v1/domain/example.com', { 'if-match': field, 'if-none-match': tag })).status).toBe(304);
    }
    // Conditions do not change a failed request (RFC 9110 §13.2.1).
    expect((await get('/v1/domain/example.net', { 'if-match': '"other"' })).status).toBe(404);
  });

  it('omits body fields in a 304', async () => {
    const { get } = serveFake(known);
    const held = await get('/v1/domain/example.com');
    const again = await get('/v1/domain/example.com', { 'if-none-match': held.headers.get('etag') ?? '' });
    for (const name of ['cache-control', 'etag', 'access-control-allow-origin', 'access-control-expose-headers']) {
      expect([name, again.headers.get(name)]).toEqual([name, held.headers.get(name)]);
    }
    for (const name of ['content-type', 'content-length', 'content-security-policy']) {
      expect([name, again.headers.get(name)]).toEqual([name, null]);
    }
  });

  it('keeps the tag of the map while its counts are equal', async () => {
    let valid = 1;
    const { get, wait } = serveFake({ countries: async () => [{ country: 'DE', valid, listed: 1, verified: 0 }] });
    const tag = (await get('/v1/map')).headers.get('etag') ?? '';
    wait(3_600_000);
    const again = await get('/v1/map', { 'if-none-match': tag });
    expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
    valid = 2;
    wait(3_600_000);
    await get('/v1/map');
    wait(60_000);
    expect((await get('/v1/map', { 'if-none-match': tag })).status).toBe(200);
  });

  it('forbids caching of answers for one client', async () => {
    const { get } = serveFake(known);
    expect((await get('/v1/sites/example.com/verification')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('quota of reads', () => {
  it('appears in every answer, including problems', async () => {
    const { get, send } = serveFake({ ...known, track: async () => ({ added: 0, known: 1 }) });
    const fields = (response: Response) => [
      response.headers.get('ratelimit-policy'),
      response.headers.get('ratelimit'),
    ];
    expect(fields(await get('/v1/domain/example.com'))).toEqual(['"read";q=300;w=60', '"read";r=299;t=60']);
    expect(fields(await get('/v1/domain/localhost'))).toEqual(['"read";q=300;w=60', '"read";r=298;t=60']);
    expect(fields(await get('/v1/nothing'))[1]).toBe('"read";r=297;t=60');
    expect(fields(await send('POST', '/v1/sites', { domain: 'example.com' }))).toEqual([
      '"register";q=10;w=60, "register-day";q=100;w=86400',
      '"register";r=9;t=60, "register-day";r=99;t=86400',
    ]);
  });

  it('refuses the 301st read of a minute with the right wait', async () => {
    const { get, wait } = serveFake(known);
    for (let i = 0; i < 300; i++) expect((await get('/v1/domain/example.com')).status).toBe(200);
    wait(20_500);
    const refused = await get('/v1/domain/example.com');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(refused.headers.get('ratelimit')).toBe('"read";r=0;t=40');
    expect((await refused.json()).code).toBe('rate.limited');
    wait(39_500);
    expect((await get('/v1/domain/example.com')).status).toBe(200);
  });
});

it('forbids type sniffing and framing in every answer', async () => {
  const { get } = serveFake(known);
  for (const path of ['/v1/domain/example.com', '/v1/nothing', '/badge/example.com.svg', '/healthz', '/openapi.json']) {
    const { headers } = await get(path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});
