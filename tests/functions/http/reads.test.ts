import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ListFilter } from '../../../src/directory/list-filter.ts';
import type { ListQuery } from '../../../src/store/store.ts';
import { aLogPage, toFacts, toLink } from './fake-store.ts';
import { BASE_URL, serveFake } from './serve-fake.ts';

describe('reading the directory', () => {
  it('looks up a domain under any spelling of its name and counts the lookup', async () => {
    const { get, lookups } = serveFake({
      lookup: async (domain) => (domain === 'xn--bcher-kva.de' ? toFacts(domain) : null),
    });
    for (const spelling of ['xn--bcher-kva.de', 'WWW.B%C3%BCcher.DE', 'b%C3%BCcher.de.']) {
      const response = await get(`/v1/domain/${spelling}`);
      expect([spelling, response.status]).toEqual([spelling, 200]);
      expect(await response.json()).toMatchObject({
        domain: 'xn--bcher-kva.de',
        badge: `${BASE_URL}/badge/xn--bcher-kva.de.svg`,
        claim: { verify: `POST ${BASE_URL}/v1/sites/xn--bcher-kva.de/verify` },
      });
    }
    expect(lookups).toEqual(Array(3).fill('xn--bcher-kva.de'));
  });

  it('caches a lookup for seconds, serves the old one once during the next read, and counts each request', async () => {
    let asked = 0;
    const { get, lookups, wait } = serveFake({ lookup: async (domain) => toFacts(domain, { authority: ++asked }) });
    const authority = async () => (await (await get('/v1/domain/example.com')).json()).authority;
    expect([await authority(), await authority()]).toEqual([1, 1]);
    wait(5_000);
    expect([await authority(), await authority()]).toEqual([1, 2]);
    wait(10_000);
    expect(await authority()).toBe(3);
    expect(lookups).toHaveLength(5);
  });

  it('reads once for concurrent requests, failures included', async () => {
    let asked = 0;
    const { get } = serveFake({
      lookup: async (domain) => {
        asked += 1;
        await new Promise(setImmediate);
        return domain === 'example.com' ? toFacts(domain) : null;
      },
    });
    const statuses = async (path: string) =>
      new Set((await Promise.all(Array.from({ length: 20 }, () => get(path)))).map(({ status }) => status));
    expect(await statuses('/v1/domain/example.com')).toEqual(new Set([200]));
    expect(await statuses('/v1/domain/example.net')).toEqual(new Set([404]));
    expect(asked).toBe(2);
  });

  const listings: [
    path: string,
    asked: Partial<ListQuery> & { q?: string; filter?: Partial<ListFilter>; sort?: string },
    answered: Record<string, unknown>,
  ][] = [
    [
      '/v1/domains',
      { page: 1, perPage: 50, includeUnlisted: false, verified: false },
      { query: '', page: 1, per_page: 50 },
    ],
    ['/v1/domains?page=3&per_page=100', { page: 3, perPage: 100 }, { page: 3, per_page: 100 }],
    ['/v1/domains?include_unlisted=1&verified=true', { includeUnlisted: true, verified: true }, {}],
    ['/v1/domains?include_unlisted=false&verified=0', { includeUnlisted: false, verified: false }, {}],
    ['/v1/domains?utm_source=x', { page: 1 }, {}],
    ['/v1/domains?page=9007199254740991', { page: 20_000_000 }, { page: 9007199254740991 }],
    ['/v1/domains?sort=authority&has_full=false', { page: 1, perPage: 50 }, {}],
    [
      '/v1/domains?topic=ai&language=DE',
      { filter: { topic: 'ai', language: 'de', has_full: false, has_markdown: false }, sort: 'authority' },
      {},
    ],
    ['/v1/domains?sort=newest&country=jp', { filter: { country: 'JP' }, sort: 'newest' }, {}],
    [
      '/v1/domains?size=small&has_full=1&page=2',
      { filter: { size: 'small', has_full: true, has_markdown: false }, page: 2 },
      { page: 2 },
    ],
    [
      '/v1/search?q=a&topic=ai&country=de',
      { filter: { topic: 'ai', country: 'DE', has_full: false, has_markdown: false } },
      { query: 'a' },
    ],
    ['/v1/search?q=%20red+shoes%20', { q: 'red shoes', page: 1 }, { query: ' red shoes ' }],
    [`/v1/search?q=+${'ß'.repeat(200)}+`, { q: 'ß'.repeat(200) }, {}],
    [
      '/v1/search?q=a&page=2&per_page=1&verified=1',
      { q: 'a', page: 2, perPage: 1, verified: true },
      { query: 'a', page: 2 },
    ],
  ];
  it.each(listings)('lists %s', async (path, asked, answered) => {
    let got: unknown;
    const page = async (query: ListQuery) => {
      got = query;
      return { total: 1, totalIsEstimate: false, results: [toFacts('example.com')] };
    };
    const response = await serveFake({ list: page, listFiltered: page, search: page }).get(path);
    expect(response.status).toBe(200);
    expect(got).toMatchObject(asked);
    const listing = await response.json();
    expect(listing).toMatchObject({ total: 1, ...answered });
    expect(listing).not.toHaveProperty('total_is_estimate');
    expect(listing.results.map(({ domain }: { domain: string }) => domain)).toEqual(['example.com']);
  });

  it('returns the change log from a cursor, a time or the beginning', async () => {
    const asked: unknown[] = [];
    const page = aLogPage([toFacts('example.com'), 'gone.example']);
    const readChanges = async (...given: unknown[]) => {
      asked.push(given);
      return page;
    };
    const service = serveFake({ readChanges, lookup: async (domain) => toFacts(domain) });
    const answer = await service.get('/v1/changes');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, stale-while-revalidate=0');
    const record = await (await service.get('/v1/domain/example.com')).json();
    const changes = page.changes.map((change) => ({ ...change, record: change.record && record }));
    expect(await answer.json()).toEqual({ changes, cursor: page.cursor, more: false });
    await service.get(`/v1/changes?since=${page.cursor}&limit=1000`);
    await service.get('/v1/changes?since=2026-11-20T10:00:00%2B02:00&limit=5');
    await service.get('/v1/changes?since=0000-01-01T00:00:00Z');
    expect(asked).toEqual([
      [{ cursor: null, since: null }, 100],
      [{ cursor: page.cursor, since: null }, 1_000],
      [{ cursor: null, since: '2026-11-20T08:00:00.000Z' }, 5],
      [{ cursor: null, since: '1970-01-01T00:00:00.000Z' }, 100],
    ]);
  });

  it('returns the log as lines with a final cursor', async () => {
    const page = aLogPage([toFacts('example.com'), 'gone.example'], { more: true });
    const service = serveFake({ readChanges: async () => page });
    const { changes, ...end } = await (await service.get('/v1/changes')).json();
    const answer = await service.get('/v1/changes', { accept: 'application/x-ndjson' });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = [...changes, end].map((line) => `${JSON.stringify(line)}\n`);
    expect(await answer.text()).toBe(lines.join(''));
  });

  it('answers 304 to the tags of the documentation until a change', async () => {
    const doc = readFileSync(join(import.meta.dirname, '../../../src/content/docs/api.md'), 'utf8');
    const tags = [...doc.matchAll(/`(?:If-None-Match: )?("<cursor>[^"`]*")`/g)].map(([, tag]) => tag ?? '');
    const { cursor } = aLogPage([toFacts('example.com')]);
    let page = aLogPage([], { cursor });
    const service = serveFake({ readChanges: async () => page });
    const poll = async (accept: string, at: number) => {
      const headers = { accept, 'if-none-match': tags[at]?.replace('<cursor>', cursor) ?? '' };
      return (await service.get(`/v1/changes?since=${cursor}`, headers)).status;
    };
    const types = ['application/json', 'application/x-ndjson'];
    expect(await Promise.all(types.map(poll))).toEqual([304, 304]);
    page = aLogPage([toFacts('example.org')]);
    service.wait(1_000);
    expect(await Promise.all(types.map(poll))).toEqual([200, 200]);
  });

  it('reports an unknown cursor, so that a copy starts again', async () => {
    const service = serveFake({ readChanges: async () => aLogPage([], { restarted: true }) });
    expect(await (await service.get('/v1/changes')).json()).toMatchObject({ reset: true, changes: [] });
  });

  it('searches the links of one site, or of all sites', async () => {
    const asked: unknown[] = [];
    const searchLinks = async (query: unknown) => {
      asked.push(query);
      return { total: 1, totalIsEstimate: false, results: [toLink('example.com')], suggestion: 'guides' };
    };
    const lookup = async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null);
    const service = serveFake({ searchLinks, lookup });
    const answer = await service.get('/v1/links?q=+guide&page=2');
    expect(answer.headers.get('cache-control')).toContain('max-age=60');
    expect(await answer.json()).toEqual({
      query: ' guide',
      page: 2,
      per_page: 20,
      total: 1,
      suggestion: 'guides',
      results: [toLink('example.com')],
    });
    expect((await service.get('/v1/links?q=guide&domain=WWW.example.com&per_page=5')).status).toBe(200);
    expect(asked).toEqual([
      { q: 'guide', domain: null, page: 2, perPage: 20 },
      { q: 'guide', domain: 'example.com', page: 1, perPage: 5 },
    ]);
    const unknown = await service.get('/v1/links?q=guide&domain=nowhere.com');
    expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'domain.unknown']);
    const invalid = await service.get('/v1/links?q=guide&domain=localhost');
    expect([invalid.status, (await invalid.json()).code]).toEqual([400, 'domain.invalid']);
  });

  const refused: [path: string, parameters: string[]][] = [
    ['/v1/changes?since=yesterday&limit=0', ['limit']],
    ['/v1/changes?since=yesterday', ['since']],
    ['/v1/changes?since=2026-11-20', ['since']],
    ['/v1/changes?limit=1001', ['limit']],
    ['/v1/domains?page=0', ['page']],
    ['/v1/domains?page=-1&per_page=101', ['page', 'per_page']],
    ['/v1/domains?page=1.0', ['page']],
    ['/v1/domains?page=1e3', ['page']],
    ['/v1/domains?page=%2B1', ['page']],
    ['/v1/domains?page=', ['page']],
    ['/v1/domains?page=9007199254740992', ['page']],
    ['/v1/domains?page=99999999999999999999', ['page']],
    ['/v1/domains?page=1&page=2', ['page']],
    ['/v1/domains?per_page=0', ['per_page']],
    ['/v1/domains?verified=yes&include_unlisted=TRUE', ['include_unlisted', 'verified']],
    ['/v1/domains?verified=toString', ['verified']],
    ['/v1/domains?verified=', ['verified']],
    ['/v1/domains?sort=random&topic=cats&size=tiny', ['size', 'sort', 'topic']],
    ['/v1/domains?language=german&country=DEU&has_full=yes', ['country', 'has_full', 'language']],
    ['/v1/domains?topic=ai&topic=data', ['topic']],
    ['/v1/search', ['q']],
    ['/v1/search?q=', ['q']],
    ['/v1/search?q=a&topic=cats', ['topic']],
    ['/v1/search?q=%20%20', ['q']],
    ['/v1/search?q=a%00b', ['q']],
    [`/v1/search?q=${'x'.repeat(201)}&page=x`, ['page', 'q']],
    ['/v1/links', ['q']],
    ['/v1/links?q=%20', ['q']],
    [`/v1/links?q=${'x'.repeat(201)}&per_page=101`, ['per_page', 'q']],
  ];
  it.each(refused)('refuses %s', async (path, parameters) => {
    const response = await serveFake({}).get(path);
    expect(response.status).toBe(400);
    const problem = await response.json();
    expect(problem.code).toBe('request.invalid');
    expect(problem.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual(parameters);
  });

  it.each(['localhost', 'shop.example', '%FF', '%00', 'directory.net', 'https:%2F%2Fstripe.com'])(
    'refuses %s as a domain',
    async (segment) => {
      const response = await serveFake({}).get(`/v1/domain/${segment}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'domain.invalid', errors: [{ parameter: 'domain' }] });
    },
  );

  it('counts sites per country', async () => {
    const countries = async () => [
      { country: 'DE', valid: 3, listed: 2, verified: 1 },
      { country: null, valid: 5, listed: 4, verified: 0 },
    ];
    const lastChange = async () => '2026-11-20T09:00:00.000Z';
    expect(await (await serveFake({ countries, lastChange }).get('/v1/map')).json()).toEqual({
      generated_at: '2026-11-20T09:00:00.000Z',
      countries: { DE: { valid: 3, listed: 2, verified: 1 } },
      unknown: { valid: 5, listed: 4, verified: 0 },
    });
  });
});
