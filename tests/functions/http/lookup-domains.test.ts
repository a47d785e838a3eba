import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../../src/directory/snapshot-format.ts';
import { toFacts } from './fake-store.ts';
import { serveFake } from './serve-fake.ts';

/** Serves a directory of one site. `calls` contains the names of each round trip. */
function serve() {
  const calls: (readonly string[])[] = [];
  const lookupAll = async (domains: readonly string[]) => {
    calls.push(domains);
    return domains.map((domain) => (domain === 'example.com' ? toFacts(domain, { title: '=cmd()' }) : null));
  };
  return { calls, ...serveFake({ lookupAll }) };
}

const path = '/v1/domains/lookup';

describe('POST /v1/domains/lookup', () => {
  it('answers in the order of the request with one store read', async () => {
    const { send, calls } = serve();
    const domains = ['unknown.com', 'https://www.EXAMPLE.com/x', 'example.com'];
    const answer = await send('POST', path, { domains });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      domains: ['unknown.com', 'example.com', 'example.com'],
      results: [null, { domain: 'example.com', claim: {} }, { domain: 'example.com' }],
    });
    expect(calls).toEqual([['unknown.com', 'example.com', 'example.com']]);
  });

  it('answers a table to clients that accept CSV', async () => {
    const { send } = serve();
    const answer = await send('POST', path, { domains: ['unknown.com', 'example.com'] }, { accept: 'text/csv' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows: Record<string, string>[] = parse(await answer.text(), { columns: true });
    expect(rows.map(({ domain, authority, title }) => ({ domain, authority, title }))).toEqual([
      { domain: 'unknown.com', authority: '', title: '' },
      { domain: 'example.com', authority: '42', title: "'=cmd()" },
    ]);
    expect(Object.keys(rows[0] ?? {})).toEqual(COLUMNS.map(({ name }) => name));
  });

  it('names every malformed domain', async () => {
    const { send, calls } = serve();
    const answer = await send('POST', path, { domains: ['example.com', 'localhost', '10.0.0.1'] });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'domain.invalid',
      errors: [{ pointer: '/domains/1' }, { pointer: '/domains/2' }],
    });
    expect(calls).toEqual([]);
  });

  it.each([
    [{}],
    [{ domains: [] }],
    [{ domains: 'example.com' }],
    [{ domains: [1] }],
    [{ domains: Array(1_001).fill('example.com') }],
  ])('refuses %.60j', async (body) => {
    const answer = await serve().send('POST', path, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'request.invalid' });
  });
});
