import { createHash } from 'node:crypto';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type BuiltFiles, openBuiltFiles } from '../../../src/site/build/built-files.ts';
import { entityTag } from '../../../src/site/entity-tag.ts';
import { folderOfTest } from '../../temp-folder.ts';
import { fileOfText } from './file-of-text.ts';
import { listen } from './listen.ts';
import { serveFake } from './serve-fake.ts';

const BIG = 300_000;
const PATH = '/data/2026-11-20/links.ndjson.gz';
const bytes = Buffer.from(Array.from({ length: BIG }, (_, i) => i % 251));
let dir: string;

beforeEach(() => {
  dir = folderOfTest();
  put(PATH, bytes);
  put('/docs/start.html', '<p>small</p>');
});

function put(path: string, body: string | Buffer): string {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
  return file;
}

/** Starts a server that sends files without copies. */
async function toUrl(files: BuiltFiles = openBuiltFiles(dir)): Promise<string> {
  const server = await listen(serveFake({}, { files }).context);
  onTestFinished(() => server.stop());
  return `http://127.0.0.1:${server.port}${PATH}`;
}

const serve = () => serveFake({}, { files: openBuiltFiles(dir) });
const toBody = async (response: Response) => Buffer.from(await response.arrayBuffer());
/** Compares without a list of differences, which takes long. */
const expectBytes = async (response: Response, expected: Buffer) =>
  expect((await toBody(response)).equals(expected)).toBe(true);

describe('a built file', () => {
  it('comes complete with the tag of its bytes', async () => {
    const response = await serve().get(PATH);
    await expectBytes(response, bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': String(BIG),
      'accept-ranges': 'bytes',
      etag: entityTag(bytes),
      ratelimit: '"file";r=2999;t=60',
    });
  });

  it.each([
    ['bytes=0-9', 206, `bytes 0-9/${BIG}`, [0, 10]],
    ['bytes=299990-', 206, `bytes 299990-299999/${BIG}`, [299_990, BIG]],
    ['Bytes=0-9', 206, `bytes 0-9/${BIG}`, [0, 10]],
    ['bytes=-5', 206, `bytes 299995-299999/${BIG}`, [299_995, BIG]],
    ['bytes=299999-400000', 206, `bytes 299999-299999/${BIG}`, [299_999, BIG]],
    ['bytes=-400000', 206, `bytes 0-299999/${BIG}`, [0, BIG]],
    ['bytes=0-1,5-6', 200, null, [0, BIG]],
    ['bytes=9-2', 200, null, [0, BIG]],
    ['bytes=-', 200, null, [0, BIG]],
    ['lines=1-2', 200, null, [0, BIG]],
  ] as const)('answers Range: %s with %i', async (range, status, contentRange, [start, end]) => {
    const response = await serve().get(PATH, { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range');
    expect(response.headers.get('content-length')).toBe(String(end - start));
    await expectBytes(response, bytes.subarray(start, end));
  });

  it.each(['bytes=300000-', 'bytes=-0'])('refuses Range: %s with the size of the file', async (range) => {
    const response = await serve().get(PATH, { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${BIG}`]);
    expect((await response.json()).code).toBe('range.not_satisfiable');
  });

  describe('the time of a file', () => {
    const WRITTEN = 'Thu, 19 Nov 2026 10:00:00 GMT';
    const EARLIER = 'Thu, 19 Nov 2026 09:59:59 GMT';
    const LATER = 'Thursday, 19-Nov-26 10:00:01 GMT';
    const writeAt = (time: number) => utimesSync(join(dir, PATH), time / 1_000, time / 1_000);
    beforeEach(() => writeAt(Date.parse(WRITTEN) + 400));
    const ask = async (headers: Record<string, string>) => {
      const { get, send } = serve();
      const { status } = await get(PATH, headers);
      expect((await send('HEAD', PATH, undefined, headers)).status).toBe(status === 206 ? 200 : status);
      return status;
    };

    it('appears in the answer', async () => {
      expect((await serve().get(PATH)).headers.get('last-modified')).toBe(WRITTEN);
    });

    it('does not appear within its second or before its time', async () => {
      for (const ageMs of [999, 0, -5_000]) {
        const { get, context } = serve();
        writeAt(Math.floor(context.now() / 1_000) * 1_000 + 999 - ageMs);
        expect((await get(PATH)).headers.get('last-modified')).toBeNull();
      }
    });

    const TAG = entityTag(bytes);
    const RANGE = { range: 'bytes=0-9' };
    it.each<[fields: Record<string, string>, status: number]>([
      [{ 'if-match': '"another"' }, 412],
      [{ 'if-match': `W/${TAG}` }, 412],
      [{ 'if-match': `"another", ${TAG}` }, 200],
      [{ 'if-match': '*' }, 200],
      [{ 'if-unmodified-since': EARLIER }, 412],
      [{ 'if-unmodified-since': WRITTEN }, 200],
      [{ 'if-unmodified-since': LATER }, 200],
      [{ 'if-unmodified-since': 'yesterday' }, 200],
      [{ 'if-modified-since': EARLIER }, 200],
      [{ 'if-modified-since': WRITTEN }, 304],
      [{ 'if-modified-since': LATER }, 304],
      [{ 'if-modified-since': '2026-11-20' }, 200],
      [{ 'if-match': TAG, 'if-unmodified-since': EARLIER }, 200],
      [{ 'if-none-match': '"another"', 'if-modified-since': WRITTEN }, 200],
      [{ 'if-match': '"another"', 'if-none-match': TAG }, 412],
      [{ ...RANGE, 'if-match': '"another"', 'if-none-match': TAG }, 412],
      [{ ...RANGE, 'if-match': TAG }, 206],
      [{ ...RANGE, 'if-match': '*' }, 206],
      [{ ...RANGE, 'if-range': TAG }, 206],
      [{ ...RANGE, 'if-range': '"another"' }, 200],
      [{ ...RANGE, 'if-range': `W/${TAG}` }, 200],
      [{ ...RANGE, 'if-range': WRITTEN }, 206],
      [{ ...RANGE, 'if-range': EARLIER }, 200],
      [{ ...RANGE, 'if-range': LATER.replace('Thursday', 'Thu') }, 200],
      [{ ...RANGE, 'if-range': 'Thu, 19 Nov 2026 10:00:01 GMT' }, 200],
    ])('answers the conditions %j with %i', async (fields, status) => {
      expect(await ask(fields)).toBe(status);
    });
  });

  it('reads nothing for HEAD and 304', async () => {
    const built = openBuiltFiles(dir);
    const refuse = () => {
      throw new Error('the file was read');
    };
    const files = {
      find: async (path: string) => {
        const file = await built.find(path);
        return file && { ...file, body: { bytes: file.body.bytes, read: refuse, stream: refuse } };
      },
    };
    const { send, get } = serveFake({}, { files });
    const head = await send('HEAD', PATH);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(BIG)]);
    expect((await get(PATH, { 'if-none-match': entityTag(bytes) })).status).toBe(304);
    put('/sitemap.xml', 'a'.repeat(BIG));
    expect((await send('HEAD', '/sitemap.xml', undefined, { 'accept-encoding': 'br' })).status).toBe(200);
  });

  it('takes its tag from the snapshot manifest without a read of the file', async () => {
    const sha256 = createHash('sha256').update('named by the manifest').digest();
    const files = { 'links.ndjson.gz': { bytes: BIG, sha256: sha256.toString('hex'), rows: 1 } };
    put('/data/2026-11-20/manifest.json', JSON.stringify({ files }));
    expect((await openBuiltFiles(dir).find(PATH))?.etag).toBe(entityTag('named by the manifest'));
  });

  it('gets another tag after a rewrite with the same size', async () => {
    const built = openBuiltFiles(dir);
    const before = (await built.find('/docs/start'))?.etag;
    const file = put('/docs/start.html', '<p>SMALL</p>');
    utimesSync(file, new Date(), new Date(statSync(file).mtimeMs + 10));
    expect(before).toBe(entityTag('<p>small</p>'));
    expect((await built.find('/docs/start'))?.etag).toBe(entityTag('<p>SMALL</p>'));
  });

  it('counts one request per MiB', async () => {
    put('/data/2026-11-20/large.json.gz', Buffer.alloc(3 * 1024 * 1024 + 1));
    const response = await serve().send('HEAD', '/data/2026-11-20/large.json.gz');
    expect(response.headers.get('ratelimit')).toBe('"file";r=2996;t=60');
  });

  it('uses up the file quota without an effect on reads', async () => {
    const { get, send } = serve();
    for (let i = 0; i < 3_000 && (await send('HEAD', PATH)).status !== 429; i++);
    expect((await get(PATH)).status).toBe(429);
    expect((await get('/v1/rules')).status).toBe(200);
  });
});

describe('a large file over a socket', () => {
  it('arrives with the bytes, length and fields of the in-process answer', async () => {
    const inProcess = await serve().get(PATH);
    const response = await fetch(await toUrl());
    await expectBytes(response, bytes);
    expect(response.status).toBe(200);
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'cache-control', 'ratelimit']) {
      expect([name, response.headers.get(name)]).toEqual([name, inProcess.headers.get(name)]);
    }
  });

  it('closes after a disconnect', async () => {
    let isOpen = false;
    async function* endless() {
      isOpen = true;
      try {
        for (;;) yield bytes;
      } finally {
        isOpen = false;
      }
    }
    const file = fileOfText('', 'application/gzip');
    const url = await toUrl({ find: async () => ({ ...file, body: { ...file.body, bytes: 1e12, stream: endless } }) });
    const leave = new AbortController();
    const { body } = await fetch(url, { signal: leave.signal });
    await body?.getReader().read();
    expect(isOpen).toBe(true);
    leave.abort();
    await expect.poll(() => isOpen).toBe(false);
  });

  it('closes the connection if the file became shorter', async () => {
    const files = openBuiltFiles(dir);
    const url = await toUrl({
      find: async (path) => {
        const found = await files.find(path);
        put(PATH, bytes.subarray(0, 100_000));
        return found;
      },
    });
    await expect(fetch(url).then(toBody)).rejects.toThrow();
  });
});
