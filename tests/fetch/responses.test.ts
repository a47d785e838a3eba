import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FetchFailure } from '#llmstxt';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { FetchLimits, FetchRequest } from '../../src/fetch/net.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { type HostileSite, netTo, startHostileOrigin } from './hostile-origin.ts';

const KIB = 1024;
const LIMIT: FetchLimits = { ...LIMITS.llmsTxt, maxBodyBytes: 64 * KIB };
/** Limits of a test, for sites that never finish. */
const SOON: FetchLimits = { ...LIMIT, connectMs: 300, totalMs: 600 };
const STRICT: FetchLimits = { ...LIMIT, overflow: 'fail' };

/** Expected members of the response. `text` is the body. */
type Expected = Readonly<Record<string, unknown>>;
type Case = readonly [what: string, site: HostileSite, expected: Expected, limits?: FetchLimits];

const send = (...parts: (string | Buffer)[]): HostileSite => ({
  answer(socket) {
    for (const part of parts) socket.write(part);
    socket.end();
  },
});
const ok = (headers: string, body: string | Buffer = '') => send(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`, body);
/** Creates a site that repeats a text until the client disconnects. */
const endlessly = (start: string, again: string | Buffer, everyMs: number): HostileSite => ({
  answer(socket) {
    socket.write(start);
    const timer = setInterval(() => {
      // Respect backpressure, because the test is not about the server.
      for (let i = 0; i < 100 && !socket.destroyed && socket.write(again) && everyMs === 0; i += 1);
    }, everyMs);
    socket.on('close', () => clearInterval(timer));
  },
});
/** Creates a site that closes the connection after sending a text. */
const endAfter = (start: string): HostileSite => ({
  answer(socket) {
    socket.write(start, () => socket.destroy());
  },
});

const TEXT = '# Title\n\n> Summary\n'.repeat(50);
const coded = (coding: string, body: Buffer) =>
  ok(`content-encoding: ${coding}\r\ncontent-length: ${body.byteLength}`, body);
/** Twenty gzip members of 10 MiB of zeros each. 200 KiB become 200 MiB. */
const GZIP_BOMB = Buffer.concat(new Array<Buffer>(20).fill(gzipSync(Buffer.alloc(10_240 * KIB))));
const BROTLI_BOMB = brotliCompressSync(Buffer.alloc(40_960 * KIB));
/** Empty gzip members, which are input without output. */
const EMPTY_GZIPS = Buffer.concat(new Array<Buffer>(20_000).fill(gzipSync('')));

/** Receivers of webhooks that accept the event and send a broken body. */
const RECEIVERS: readonly [what: string, site: HostileSite][] = [
  ['has a coding that was not requested', coded('gzip', gzipSync(TEXT))],
  ['ends early', ok('content-length: 9', 'hello')],
  ['ends within a chunk', ok('transfer-encoding: chunked', '9\r\nhello')],
  ['never ends', endlessly('HTTP/1.1 200 OK\r\n\r\n', 'y', 100)],
];
const HOOK: FetchLimits = { ...LIMITS.webhook, connectMs: 300, totalMs: 600 };

const CUT_GZIP = gzipSync(TEXT).subarray(0, 20);

const CUT = { status: 200, truncated: true, bytes: 64 * KIB };

const ANSWERED: readonly Case[] = [
  ['a plain answer', ok('content-length: 5', 'hello'), { status: 200, text: 'hello', truncated: false }],
  ['an answer that ends with the connection', ok('x: y', 'hello'), { status: 200, text: 'hello' }],
  ['more than it says', ok('content-length: 5', 'hello, and more'), { status: 200, text: 'hello' }],
  ['HTTP/1.0', send('HTTP/1.0 200 OK\r\n\r\nhello'), { status: 200, text: 'hello' }],
  ['chunks', ok('transfer-encoding: chunked', '2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n'), { text: 'hello' }],
  ['gzip', coded('gzip', gzipSync(TEXT)), { text: TEXT }],
  ['a gzip file', ok('content-type: application/gzip', gzipSync(TEXT)), { bytes: gzipSync(TEXT).byteLength }],
  ['a gzip bomb in a file', ok('content-type: application/gzip', GZIP_BOMB), CUT],
  ['x-gzip', coded('X-GZip', gzipSync(TEXT)), { text: TEXT }],
  ['brotli', coded('br', brotliCompressSync(TEXT)), { text: TEXT }],
  ['deflate', coded('deflate', deflateSync(TEXT)), { text: TEXT }],
  ['deflate without its wrapper', coded('deflate', deflateRawSync(TEXT)), { text: TEXT }],
  ...['none', 'UTF-8', 'binary', 'identity, identity', '', ' , '].map(
    (coding): Case => [`the coding "${coding}" as no coding`, coded(coding, Buffer.from(TEXT)), { text: TEXT }],
  ),
  ...['gzip,', ', gzip', 'identity, gzip', 'gzip, identity', 'GZIP', 'none, Gzip,'].map(
    (coding): Case => [`the coding "${coding}" as gzip`, coded(coding, gzipSync(TEXT)), { text: TEXT }],
  ),
  [
    'a coding in one of two fields',
    ok('content-encoding: identity\r\ncontent-encoding: gzip', gzipSync(TEXT)),
    { text: TEXT },
  ],
  ['a coding of nothing', coded('gzip', Buffer.alloc(0)), { status: 200, text: '' }],
  ['204 with a body', send('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'), { status: 204, text: '' }],
  ['304 unasked', send('HTTP/1.1 304 Not Modified\r\ncontent-encoding: zstd\r\n\r\n'), { status: 304, text: '' }],
  ['206 unasked', send('HTTP/1.1 206 Partial\r\ncontent-length: 2\r\n\r\nhe'), { status: 206, text: 'he' }],
  ...RECEIVERS.map(([what, site]): Case => [`a receiver whose body ${what}`, site, { status: 200, bytes: 0 }, HOOK]),
  ['404 that ends early', send('HTTP/1.1 404 No\r\ncontent-length: 9\r\n\r\nno'), { status: 404, bytes: 0 }],
  [
    '429 with a cut gzip',
    send('HTTP/1.1 429 No\r\ncontent-encoding: gzip\r\n\r\n', CUT_GZIP),
    { status: 429, bytes: 0 },
  ],
  ['503 in zstd', send('HTTP/1.1 503 No\r\ncontent-encoding: zstd\r\n\r\nno'), { status: 503, bytes: 0 }],
  ['404 with a page', send('HTTP/1.1 404 No\r\ncontent-length: 2\r\n\r\nno'), { status: 404, text: 'no' }],
  [
    'early hints',
    send('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(8), 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
    { status: 200, text: 'ok' },
  ],
  [
    'repeated fields, joined',
    ok('x-a: 1\r\nX-A: 2\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 0'),
    { headers: expect.objectContaining({ 'x-a': '1, 2', 'set-cookie': 'a=1, b=2' }) },
  ],
  [
    'names of object members',
    ok('__proto__: x\r\nconstructor: y\r\ncontent-length: 0'),
    { headers: expect.objectContaining({ constructor: 'y' }) },
  ],
  [
    'a page that leads elsewhere by itself',
    ok('content-length: 63', '<meta http-equiv="refresh" content="0; url=https://127.0.0.1/">'),
    { status: 200, chain: { length: 1 } },
  ],
  ['an ETag of 10 kB', ok(`etag: "${'e'.repeat(10_000)}"\r\ncontent-length: 0`), { status: 200 }],
  ['100 header fields', ok(`${'x: y\r\n'.repeat(99)}content-length: 0`), { status: 200 }],
  [
    'NUL and other bytes in the body',
    ok('content-length: 4', Buffer.from([0, 255, 254, 10])),
    { status: 200, text: '\u0000\uFFFD\uFFFD\n' },
  ],
  [
    'a body as long as the limit',
    ok(`content-length: ${64 * KIB}`, 'a'.repeat(64 * KIB)),
    { status: 200, truncated: false },
    STRICT,
  ],
  ['more than the limit, cut', ok(`content-length: ${64 * KIB + 1}`, 'a'.repeat(64 * KIB + 1)), CUT],
  ['a body without end, cut', endlessly('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(KIB), 0), CUT],
  ['a gzip bomb, cut', coded('gzip', GZIP_BOMB), CUT],
  ['a brotli bomb, cut', coded('br', BROTLI_BOMB), CUT],
  ['gzip without any content, cut', coded('gzip', EMPTY_GZIPS), { status: 200, truncated: true }],
];

/** Sites by the failure of their response. */
const FAULTS: Readonly<Partial<Record<FetchFailure, Readonly<Record<string, HostileSite>>>>> = {
  decoding: {
    'two codings': coded('gzip, gzip', gzipSync(gzipSync(TEXT))),
    'two codings in two fields': ok('content-encoding: gzip\r\ncontent-encoding: br', gzipSync(TEXT)),
    'a coding that nobody asked for': coded('zstd', Buffer.from(TEXT)),
    'a false coding': coded('gzip', Buffer.from(TEXT)),
    'a false brotli': coded('br', Buffer.from(TEXT)),
    'a gzip cut off': coded('gzip', gzipSync(TEXT).subarray(0, -12)),
    'a gzip with a wrong checksum': coded('gzip', Buffer.concat([gzipSync(TEXT).subarray(0, -8), Buffer.alloc(8)])),
  },
  reset: {
    'a body shorter than it says': ok('content-length: 50', 'hello'),
    'chunks without an end': ok('transfer-encoding: chunked', '5\r\nhello\r\n'),
    'a reset before the answer': { answer: (socket) => socket.destroy() },
    'a reset in the headers': endAfter('HTTP/1.1 200 OK\r\ncontent-'),
    'a reset in the body': endAfter('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhello'),
    'nothing but an end': send(),
  },
  protocol: {
    'something else than HTTP': send('SSH-2.0-OpenSSH_9.2\r\n'),
    'HTTP/2 unasked': send(Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100])),
    'a page without a head': send('<html>hello</html>'),
    'a bad chunk size': ok('transfer-encoding: chunked', 'zz\r\nhello\r\n0\r\n\r\n'),
    'a chunk with 50 kB of extension': ok(
      'transfer-encoding: chunked',
      `5;x=${'y'.repeat(50_000)}\r\nhello\r\n0\r\n\r\n`,
    ),
    'line feeds alone': send('HTTP/1.1 200 OK\ncontent-length: 5\n\nhello'),
    'a length beyond all numbers': ok('content-length: 99999999999999999999999', 'hello'),
    'a length and chunks at once': ok('content-length: 5\r\ntransfer-encoding: chunked', '5\r\nhello\r\n0\r\n\r\n'),
    'two lengths': ok('content-length: 5\r\ncontent-length: 6', 'hello'),
    'a negative length': ok('content-length: -5', 'hello'),
    'a length that is no number': ok('content-length: 5x', 'hello'),
    'a NUL in a header': ok('x: a\u0000b\r\ncontent-length: 0'),
    'a folded header': ok('x: a\r\n b\r\ncontent-length: 0'),
    'a header without a name': ok(': a\r\ncontent-length: 0'),
    'a header of 200 kB': ok(`x: ${'a'.repeat(200_000)}\r\ncontent-length: 0`),
    '101 header fields': ok(`${'x: y\r\n'.repeat(100)}content-length: 0`),
    '5,000 header fields': ok(`${'x: y\r\n'.repeat(5_000)}content-length: 0`),
    'trailers without end': endlessly('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n', 'x: y\r\n', 0),
    '2,000 early hints': send(
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(2_000),
      'HTTP/1.1 200 OK\r\n\r\n',
    ),
    'another protocol unasked': send('HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    'status 000': send('HTTP/1.1 000 Nothing\r\ncontent-length: 0\r\n\r\n'),
    'status 999': send('HTTP/1.1 999 Denied\r\ncontent-length: 0\r\n\r\n'),
    'status 20': send('HTTP/1.1 20 OK\r\ncontent-length: 0\r\n\r\n'),
  },
  tls: { 'a certificate that signed itself': { certificate: 'self-signed' } },
};

const FAILED: readonly Case[] = [
  ...Object.entries(FAULTS).flatMap(([failure, sites]) =>
    Object.entries(sites).map(([what, site]): Case => [what, site, { failure }]),
  ),
  [
    'more than the limit, where a cut body would lie',
    ok(`content-length: ${64 * KIB + 1}`, 'a'.repeat(64 * KIB + 1)),
    { failure: 'too-large' },
    STRICT,
  ],
  ['a gzip bomb, where a cut body would lie', coded('gzip', GZIP_BOMB), { failure: 'too-large' }, STRICT],
  ...['compress', 'identity, zstd', 'gzip, x-gzip', 'br, gzip'].map(
    (coding): Case => [`the coding "${coding}"`, coded(coding, gzipSync(TEXT)), { failure: 'decoding' }],
  ),
  [
    'gzip with other data after its end',
    coded('gzip', Buffer.concat([gzipSync(TEXT), Buffer.from(TEXT)])),
    { failure: 'decoding', detail: 'the body has other data after its end' },
  ],
  [
    'a coding where none was asked for',
    coded('gzip', gzipSync(TEXT)),
    { failure: 'decoding' },
    { ...LIMIT, codings: 'identity' },
  ],
  ['no answer after the connection', { answer: () => {} }, { failure: 'timeout' }, SOON],
  ['headers by the byte', endlessly('HTTP/1.1 200 OK\r\nx: ', 'y', 100), { failure: 'timeout' }, SOON],
  ['a body by the byte', endlessly('HTTP/1.1 200 OK\r\n\r\n', 'y', 100), { failure: 'timeout' }, SOON],
  ['a handshake that stalls', { stallsHandshake: true }, { failure: 'timeout', address: null }, SOON],
  ['an expired certificate', { certificate: 'expired' }, { failure: 'tls', detail: /EXPIRED/ }],
  ['a certificate of another host', { certificate: 'other-name' }, { failure: 'tls', detail: /ALTNAME/ }],
];

const CASES = [...ANSWERED, ...FAILED].map(([what, site, expected, limits = LIMIT], i) => ({
  what,
  site,
  expected,
  limits,
  host: `case-${i}.example`,
}));
const toUrl = (what: string) => `https://${CASES.find((one) => one.what === what)?.host}/`;

const sites = new Map(CASES.map(({ host, site }) => [host, site]));
const origin = await startHostileOrigin((host) => sites.get(host) ?? ok('content-length: 5', 'alive'));
const net = netTo(origin);
closeAfterAll(net, origin);

const matching = (expected: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  );

describe('answers', () => {
  it.each(CASES)('handles $what', async ({ host, limits, expected }) => {
    const answer = await net.fetch({ url: `https://${host}/llms.txt`, limits });
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer.body);
    const failed = 'failure' in expected;
    expect({ ...answer, text, bytes: answer.body.byteLength }).toMatchObject({
      ...(failed
        ? { status: null, bytes: 0, detail: expect.stringMatching(/^.{10,300}$/) }
        : { failure: null, detail: null }),
      ...matching(expected),
    });
  });

  it('requests plain http if the URL says so, and reports the missing TLS otherwise', async () => {
    const plain = netTo({ origin: origin.plainOrigin, ca: origin.ca });
    const fetchBy = (scheme: string) => plain.fetch({ url: `${scheme}://alive.example/`, limits: LIMIT });
    expect(await fetchBy('http')).toMatchObject({ status: 200, failure: null });
    expect(await fetchBy('https')).toMatchObject({ failure: 'tls' });
    await plain.close();
  });

  it.each([
    ['as it is', 'a plain answer', 'hello'],
    ['decoded', 'gzip', TEXT],
    ['unpacked, where it is a gzip file', 'a gzip file', TEXT],
  ])('passes the body on in parts %s', async (_how, what, text) => {
    let received = '';
    const receive: FetchRequest['receive'] = (part, { status, url }) => {
      expect([status, url]).toEqual([200, toUrl(what)]);
      received += new TextDecoder().decode(part);
      return true;
    };
    const answer = await net.fetch({ url: toUrl(what), limits: LIMIT, receive });
    expect(received).toBe(text);
    expect([answer.body.byteLength, answer.truncated]).toEqual([0, false]);
  });

  it.each(['a gzip bomb in a file', 'a body without end, cut'])('passes on at most the limit of %s', async (what) => {
    let bytes = 0;
    const receive = (part: Uint8Array) => {
      bytes += part.byteLength;
      return true;
    };
    const answer = await net.fetch({ url: toUrl(what), limits: LIMIT, receive });
    expect([bytes, answer.truncated]).toEqual([64 * KIB, true]);
  });

  it('stops reading if the receiver returns false', async () => {
    const url = toUrl('a body without end, cut');
    let parts = 0;
    const receive = () => {
      parts += 1;
      return false;
    };
    const answer = await net.fetch({ url, limits: LIMIT, receive });
    expect([parts, answer.truncated, answer.status]).toEqual([1, true, 200]);
  });

  it('aborts in the middle of a body', async () => {
    const stop = new AbortController();
    const answer = net.fetch({ url: toUrl('a body by the byte'), limits: LIMIT, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await expect(answer).rejects.toThrow('enough');
  });

  it('ends running requests on close', async () => {
    const closing = netTo(origin);
    const answer = closing.fetch({ url: toUrl('no answer after the connection'), limits: LIMIT });
    await closing.close();
    await expect(answer).rejects.toThrow('closing');
  });
});
