import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchFailure } from '#llmstxt';
import { createNet } from '../../src/fetch/create-net.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { FetchLimits, FetchRequest, Net } from '../../src/fetch/net.ts';
import { type HostileOrigin, type HostileSite, startHostileOrigin } from './hostile-origin.ts';

const KIB = 1024;
const LIMIT: FetchLimits = { ...LIMITS.llmsTxt, maxBodyBytes: 64 * KIB };
/** Limits of a test, for sites that never finish. */
const SOON: FetchLimits = { ...LIMIT, connectMs: 300, totalMs: 600 };
const STRICT: FetchLimits = { ...LIMIT, overflow: 'fail' };

interface Case {
  readonly what: string;
  readonly site: HostileSite;
  readonly limits?: FetchLimits;
  /** Expected members of the response. `text` is the body. */
  readonly expected: Readonly<Record<string, unknown>>;
}

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

const ANSWERED: readonly Case[] = [
  {
    what: 'a plain answer',
    site: ok('content-length: 5', 'hello'),
    expected: { status: 200, text: 'hello', truncated: false },
  },
  {
    what: 'an answer that ends with the connection',
    site: ok('x: y', 'hello'),
    expected: { status: 200, text: 'hello' },
  },
  {
    what: 'more than it says',
    site: ok('content-length: 5', 'hello, and more'),
    expected: { status: 200, text: 'hello' },
  },
  { what: 'HTTP/1.0', site: send('HTTP/1.0 200 OK\r\n\r\nhello'), expected: { status: 200, text: 'hello' } },
  {
    what: 'chunks',
    site: ok('transfer-encoding: chunked', '2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n'),
    expected: { text: 'hello' },
  },
  { what: 'gzip', site: coded('gzip', gzipSync(TEXT)), expected: { text: TEXT } },
  {
    what: 'a gzip file',
    site: ok('content-type: application/gzip', gzipSync(TEXT)),
    expected: { status: 200, bytes: gzipSync(TEXT).byteLength },
  },
  {
    what: 'a gzip bomb in a file',
    site: ok('content-type: application/gzip', GZIP_BOMB),
    expected: { status: 200, truncated: true, bytes: 64 * KIB },
  },
  { what: 'x-gzip', site: coded('X-GZip', gzipSync(TEXT)), expected: { text: TEXT } },
  { what: 'brotli', site: coded('br', brotliCompressSync(TEXT)), expected: { text: TEXT } },
  { what: 'deflate', site: coded('deflate', deflateSync(TEXT)), expected: { text: TEXT } },
  { what: 'deflate without its wrapper', site: coded('deflate', deflateRawSync(TEXT)), expected: { text: TEXT } },
  { what: 'identity', site: coded('identity', Buffer.from(TEXT)), expected: { text: TEXT } },
  ...['none', 'None', 'UTF-8', 'utf8', 'binary', 'identity, identity', '', ' , '].map((coding) => ({
    what: `the coding "${coding}" as no coding`,
    site: coded(coding, Buffer.from(TEXT)),
    expected: { status: 200, text: TEXT },
  })),
  ...['gzip,', ', gzip', 'identity, gzip', 'gzip, identity', 'GZIP', 'utf-8, x-gzip', 'none, Gzip,'].map((coding) => ({
    what: `the coding "${coding}" as gzip`,
    site: coded(coding, gzipSync(TEXT)),
    expected: { status: 200, text: TEXT },
  })),
  {
    what: 'a coding in one of two fields',
    site: ok('content-encoding: identity\r\ncontent-encoding: gzip', gzipSync(TEXT)),
    expected: { text: TEXT },
  },
  { what: 'a coding of nothing', site: coded('gzip', Buffer.alloc(0)), expected: { status: 200, text: '' } },
  {
    what: '204 with a body',
    site: send('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'),
    expected: { status: 204, text: '' },
  },
  {
    what: '304 unasked',
    site: send('HTTP/1.1 304 Not Modified\r\ncontent-encoding: zstd\r\n\r\n'),
    expected: { status: 304, text: '' },
  },
  {
    what: '206 unasked',
    site: send('HTTP/1.1 206 Partial\r\ncontent-length: 2\r\n\r\nhe'),
    expected: { status: 206, text: 'he' },
  },
  {
    what: '404 with a page',
    site: send('HTTP/1.1 404 No\r\ncontent-length: 2\r\n\r\nno'),
    expected: { status: 404, text: 'no' },
  },
  {
    what: 'a wall of a firewall',
    site: send('HTTP/1.1 403 Forbidden\r\n\r\n<title>Attention</title>'),
    expected: { status: 403 },
  },
  {
    what: 'early hints',
    site: send(
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(8),
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    ),
    expected: { status: 200, text: 'ok' },
  },
  {
    what: 'repeated fields, joined',
    site: ok('x-a: 1\r\nX-A: 2\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 0'),
    expected: { headers: expect.objectContaining({ 'x-a': '1, 2', 'set-cookie': 'a=1, b=2' }) },
  },
  {
    what: 'names of object members',
    site: ok('__proto__: x\r\nconstructor: y\r\ncontent-length: 0'),
    expected: { headers: expect.objectContaining({ constructor: 'y' }) },
  },
  {
    what: 'a page that leads elsewhere by itself',
    site: ok('content-length: 63', '<meta http-equiv="refresh" content="0; url=https://127.0.0.1/">'),
    expected: { status: 200, chain: { length: 1 } },
  },
  {
    what: 'an ETag of 10 kB',
    site: ok(`etag: "${'e'.repeat(10_000)}"\r\ncontent-length: 0`),
    expected: { status: 200 },
  },
  {
    what: 'Last-Modified in 2099',
    site: ok('last-modified: Fri, 01 Jan 2099 00:00:00 GMT\r\ncontent-length: 0'),
    expected: { status: 200 },
  },
  { what: '100 header fields', site: ok(`${'x: y\r\n'.repeat(99)}content-length: 0`), expected: { status: 200 } },
  {
    what: 'NUL and other bytes in the body',
    site: ok('content-length: 4', Buffer.from([0, 255, 254, 10])),
    expected: { status: 200, text: '\u0000\uFFFD\uFFFD\n' },
  },
  {
    what: 'a body as long as the limit',
    site: ok(`content-length: ${64 * KIB}`, 'a'.repeat(64 * KIB)),
    limits: STRICT,
    expected: { status: 200, truncated: false },
  },
  {
    what: 'more than the limit, cut',
    site: ok(`content-length: ${64 * KIB + 1}`, 'a'.repeat(64 * KIB + 1)),
    expected: { status: 200, truncated: true, bytes: 64 * KIB },
  },
  {
    what: 'a body without end, cut',
    site: endlessly('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(KIB), 0),
    expected: { status: 200, truncated: true, bytes: 64 * KIB },
  },
  {
    what: 'a gzip bomb, cut',
    site: coded('gzip', GZIP_BOMB),
    expected: { status: 200, truncated: true, bytes: 64 * KIB },
  },
  {
    what: 'a brotli bomb, cut',
    site: coded('br', BROTLI_BOMB),
    expected: { status: 200, truncated: true, bytes: 64 * KIB },
  },
  {
    what: 'gzip without any content, cut',
    site: coded('gzip', EMPTY_GZIPS),
    expected: { status: 200, truncated: true },
  },
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
  tls: {
    'a certificate that signed itself': { certificate: 'self-signed' },
  },
};

const FAILED: readonly Case[] = [
  ...Object.entries(FAULTS).flatMap(([failure, sites]) =>
    Object.entries(sites).map(([what, site]) => ({ what, site, expected: { failure } })),
  ),
  {
    what: 'more than the limit, where a cut body would lie',
    site: ok(`content-length: ${64 * KIB + 1}`, 'a'.repeat(64 * KIB + 1)),
    limits: STRICT,
    expected: { failure: 'too-large' },
  },
  {
    what: 'a gzip bomb, where a cut body would lie',
    site: coded('gzip', GZIP_BOMB),
    limits: STRICT,
    expected: { failure: 'too-large' },
  },
  ...['compress', 'identity, zstd', 'gzip, x-gzip', 'br, gzip'].map((coding) => ({
    what: `the coding "${coding}"`,
    site: coded(coding, gzipSync(TEXT)),
    expected: { failure: 'decoding' },
  })),
  {
    what: 'gzip with other data after its end',
    site: coded('gzip', Buffer.concat([gzipSync(TEXT), Buffer.from(TEXT)])),
    expected: { failure: 'decoding', detail: 'the body has other data after its end' },
  },
  {
    what: 'a coding where none was asked for',
    site: coded('gzip', gzipSync(TEXT)),
    limits: { ...LIMIT, codings: 'identity' },
    expected: { failure: 'decoding' },
  },
  {
    what: 'no answer after the connection',
    site: { answer: () => {} },
    limits: SOON,
    expected: { failure: 'timeout' },
  },
  {
    what: 'headers by the byte',
    site: endlessly('HTTP/1.1 200 OK\r\nx: ', 'y', 100),
    limits: SOON,
    expected: { failure: 'timeout' },
  },
  {
    what: 'a body by the byte',
    site: endlessly('HTTP/1.1 200 OK\r\n\r\n', 'y', 100),
    limits: SOON,
    expected: { failure: 'timeout' },
  },
  {
    what: 'a gzip body by the byte',
    site: endlessly('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n', '\u001f', 100),
    limits: SOON,
    expected: { failure: /timeout|decoding/ },
  },
  {
    what: 'a handshake that stalls',
    site: { stallsHandshake: true },
    limits: SOON,
    expected: { failure: 'timeout', address: null },
  },
  { what: 'an expired certificate', site: { certificate: 'expired' }, expected: { failure: 'tls', detail: /EXPIRED/ } },
  {
    what: 'a certificate of another host',
    site: { certificate: 'other-name' },
    expected: { failure: 'tls', detail: /ALTNAME/ },
  },
];

const CASES = [...ANSWERED, ...FAILED].map((row, i) => ({ ...row, host: `case-${i}.example` }));

let origin: HostileOrigin;
let net: Net;
let plainNet: Net;
let deadNet: Net;

beforeAll(async () => {
  const sites = new Map(CASES.map(({ host, site }) => [host, site]));
  origin = await startHostileOrigin((host) => sites.get(host) ?? ok('content-length: 5', 'alive'));
  const endpoints = { ca: origin.ca, dns: null, isMapped: (name: string) => name.endsWith('.example') };
  const make = (at: string, ca = origin.ca) =>
    createNet({
      servers: ['127.0.0.1:9'],
      userAgent: 'test/1',
      sandbox: { ...endpoints, ca, origin: at },
      now: () => Date.now(),
    });
  net = make(origin.origin);
  plainNet = make(origin.plainOrigin);
  deadNet = make('127.0.0.1:1', '');
});
afterAll(async () => {
  await Promise.all([net, plainNet, deadNet].map((one) => one.close()));
  await origin.close();
});

const matching = (expected: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  );

describe('answers', () => {
  it.each(CASES)('handles $what', async ({ host, limits, expected }) => {
    const answer = await net.fetch({ url: `https://${host}/llms.txt`, limits: limits ?? LIMIT });
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer.body);
    const failed = 'failure' in expected;
    expect({ ...answer, text, bytes: answer.body.byteLength }).toMatchObject({
      ...(failed
        ? { status: null, bytes: 0, detail: expect.stringMatching(/^.{10,300}$/) }
        : { failure: null, detail: null }),
      ...matching(expected),
    });
  });

  it('opens one connection per request and closes it', async () => {
    const before = origin.connections();
    await net.fetch({ url: 'https://alive.example/', limits: LIMIT });
    expect(origin.connections()).toBe(before + 1);
  });

  it('requests plain http if the URL says so', async () => {
    const answer = await plainNet.fetch({ url: 'http://alive.example/', limits: LIMIT });
    expect(answer).toMatchObject({ status: 200, failure: null });
  });

  it('reports a missing TLS of a plain server', async () => {
    expect(await plainNet.fetch({ url: 'https://alive.example/', limits: LIMIT })).toMatchObject({ failure: 'tls' });
  });

  it('reports a closed port', async () => {
    expect(await deadNet.fetch({ url: 'https://alive.example/', limits: LIMIT })).toMatchObject({ failure: 'connect' });
  });

  it('does not trust an unknown authority', async () => {
    const stranger = createNet({
      servers: ['127.0.0.1:9'],
      userAgent: 'test/1',
      sandbox: { origin: origin.origin, ca: '', dns: null, isMapped: () => true },
      now: () => Date.now(),
    });
    expect(await stranger.fetch({ url: 'https://alive.example/', limits: LIMIT })).toMatchObject({ failure: 'tls' });
  });

  it.each([
    ['as it is', 'a plain answer', 'hello'],
    ['decoded', 'gzip', TEXT],
    ['unpacked, where it is a gzip file', 'a gzip file', TEXT],
  ])('passes the body on in parts %s', async (_how, what, text) => {
    const host = CASES.find((one) => one.what === what)?.host;
    let received = '';
    const receive: FetchRequest['receive'] = (part, { status, url }) => {
      expect([status, url]).toEqual([200, `https://${host}/`]);
      received += new TextDecoder().decode(part);
      return true;
    };
    const answer = await net.fetch({ url: `https://${host}/`, limits: LIMIT, receive });
    expect(received).toBe(text);
    expect([answer.body.byteLength, answer.truncated]).toEqual([0, false]);
  });

  it.each(['a gzip bomb in a file', 'a body without end, cut'])('passes on at most the limit of %s', async (what) => {
    const host = CASES.find((one) => one.what === what)?.host;
    let bytes = 0;
    const receive = (part: Uint8Array) => {
      bytes += part.byteLength;
      return true;
    };
    const answer = await net.fetch({ url: `https://${host}/`, limits: LIMIT, receive });
    expect([bytes, answer.truncated]).toEqual([64 * KIB, true]);
  });

  it('stops reading if the receiver returns false', async () => {
    const host = CASES.find((one) => one.what === 'a body without end, cut')?.host;
    let parts = 0;
    const receive = () => {
      parts += 1;
      return false;
    };
    const answer = await net.fetch({ url: `https://${host}/`, limits: LIMIT, receive });
    expect([parts, answer.truncated, answer.status]).toEqual([1, true, 200]);
  });

  it('aborts in the middle of a body', async () => {
    const slow = CASES.find(({ what }) => what === 'a body by the byte');
    const stop = new AbortController();
    const answer = net.fetch({ url: `https://${slow?.host}/`, limits: LIMIT, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await expect(answer).rejects.toThrow('enough');
  });

  it('ends running requests on close', async () => {
    const closing = createNet({
      servers: ['127.0.0.1:9'],
      userAgent: 'test/1',
      sandbox: { origin: origin.origin, ca: origin.ca, dns: null, isMapped: () => true },
      now: () => Date.now(),
    });
    const slow = CASES.find(({ what }) => what === 'no answer after the connection');
    const answer = closing.fetch({ url: `https://${slow?.host}/`, limits: LIMIT });
    await closing.close();
    await expect(answer).rejects.toThrow('closing');
  });
});
