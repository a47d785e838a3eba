import { describe, expect, it } from 'vitest';
import { toFacts } from './fake-store.ts';
import { serveFake } from './serve-fake.ts';

const listNames = (count: number) => Array.from({ length: count }, (_, i) => `site${i}.com`);

/** Serves a directory that tracks no domain and has a log of 250 changes. */
const serve = () =>
  serveFake({
    lookupAll: async (domains) => domains.map(() => null),
    findPages: async (queries) => queries.map(() => []),
    readChanges: async (_, limit) => ({
      changes: listNames(250)
        .slice(0, limit)
        .map((domain) => ({
          seq: domain,
          at: '2026-11-20T10:00:00.000Z',
          domain,
          kind: 'added' as const,
          record: toFacts(domain),
        })),
      cursor: 'x',
      more: false,
      restarted: false,
    }),
  });

describe('a request for many records', () => {
  it.each([
    ['/v1/domains/lookup', { domains: listNames(1_000) }, 10],
    ['/v1/domains/lookup', { domains: listNames(101) }, 2],
    ['/v1/domains/lookup', { domains: listNames(100) }, 1],
    ['/v1/resolve', { urls: listNames(100) }, 5],
    ['/v1/resolve', { urls: listNames(20) }, 1],
  ])('costs reads by its number of records: POST %s', async (path, body, reads) => {
    const answer = await serve().send('POST', path, body);
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, `"read";r=${300 - reads};t=60`]);
  });

  it.each([
    [1_000, 3],
    [100, 1],
  ])('costs reads by the changes of a page of at most %i', async (limit, reads) => {
    const answer = await serve().get(`/v1/changes?limit=${limit}`);
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, `"read";r=${300 - reads};t=60`]);
  });

  it('fails if the client has too few reads left', async () => {
    const { send } = serve();
    for (let i = 0; i < 30; i++) await send('POST', '/v1/domains/lookup', { domains: listNames(990) });
    const answer = await send('POST', '/v1/domains/lookup', { domains: listNames(1_000) });
    expect([answer.status, (await answer.json()).code]).toEqual([429, 'rate.limited']);
  });
});
