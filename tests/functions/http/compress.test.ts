import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseCoding } from '../../../functions/http/pipeline/compress.ts';
import { NEVER_CLAIMED, toFacts } from './fake-store.ts';
import { fileOfText } from './file-of-text.ts';
import { serveFake } from './serve-fake.ts';

describe('coding of a body', () => {
  const table: [acceptEncoding: string | undefined, coding: string | null][] = [
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', null],
    ['deflate', null],
    ['br;q=nonsense', null],
  ];
  it.each(table)('follows Accept-Encoding: %s with %s', (acceptEncoding, coding) => {
    expect(chooseCoding(acceptEncoding)).toBe(coding);
  });
});

describe('an answer', () => {
  const text = 'The tide tables of the harbour.\n'.repeat(200);
  const files = {
    find: async (path: string) => {
      if (path === '/page') return fileOfText(text, 'text/html; charset=utf-8');
      if (path === '/short') return fileOfText('short', 'text/html; charset=utf-8');
      return path === '/index.pf_index' ? fileOfText(text, 'application/octet-stream') : null;
    },
  };
  const store = { lookup: async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null) };
  const serve = () => serveFake(store, { files });
  const toBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it('gets a coding if cacheable and accepted', async () => {
    const { get } = serve();
    const plain = await toBytes(await get('/page'));
    for (const [coding, expand] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await get('/page', { 'accept-encoding': coding });
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      const body = await toBytes(response);
      expect(response.headers.get('content-length')).toBe(String(body.length));
      expect(body.length).toBeLessThan(plain.length / 4);
      expect(expand(body).equals(plain)).toBe(true);
    }
    const record = await get('/v1/domain/example.com', { 'accept-encoding': 'gzip' });
    expect(JSON.parse(gunzipSync(await toBytes(record)).toString())).toMatchObject({ domain: 'example.com' });
  });

  it('carries a tag per coding for revalidation', async () => {
    const { get } = serve();
    const codings = [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }];
    const tags = await Promise.all(codings.map(async (asked) => (await get('/page', asked)).headers.get('etag') ?? ''));
    expect(tags).toEqual(['"built"', '"built-gzip"', '"built-br"']);
    for (const [at, asked] of codings.entries()) {
      for (const tag of tags) {
        const { status, headers } = await get('/page', { ...asked, 'if-none-match': tag });
        expect([tag, status]).toEqual([tag, tag === tags[at] ? 304 : 200]);
        expect(headers.get('etag')).toBe(tags[at]);
        expect(headers.get('vary')).toContain('Accept-Encoding');
        if (status === 304) expect(headers.has('content-encoding')).toBe(false);
      }
    }
  });

  it.each([
    ['is short', '/short'],
    ['is not text', '/index.pf_index'],
    // Never compress a secret together with client input.
    ['is for one client alone', '/v1/sites/example.com/verification'],
    ['is a failure', '/v1/domain/example.net'],
  ])('stays uncompressed if it %s', async (_, path) => {
    const { get } = serveFake({ ...store, getClaimStanding: async () => NEVER_CLAIMED }, { files });
    const response = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(response.headers.get('vary') ?? '').not.toContain('Accept-Encoding');
  });
});
