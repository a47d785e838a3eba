import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../functions/http/server.ts';
import { NO_PROXY, type TrustedProxy } from '../../../src/runtime/trusted-proxy.ts';
import { anOwnerKey } from '../../ownership/an-owner-key.ts';
import { GOOD_FILE, observed } from './an-observation.ts';
import { toFacts } from './fake-store.ts';
import { listen } from './listen.ts';
import { serveFake } from './serve-fake.ts';

let openDoor = () => {};

async function start(trustedProxy: TrustedProxy = NO_PROXY): Promise<RunningServer> {
  const { promise: door, resolve } = Promise.withResolvers<void>();
  openDoor = resolve;
  const { context } = serveFake(
    {
      lookup: async (domain) => toFacts(domain),
      track: async () => ({ added: 0, known: 1 }),
    },
    { trustedProxy },
    {
      observe: async (domain, { report }) => {
        report('begun');
        await door;
        return observed(domain, { status: 200, body: GOOD_FILE });
      },
    },
  );
  return await listen(context);
}

/** Sends raw bytes. Resolves with the response after the server closes. */
function raw(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  for (const part of parts) socket.write(part);
  return text(socket);
}

describe('over HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;

  it.each([
    ['two Host fields', 'Host: x\r\nHost: y\r\n'],
    ['two equal Host fields', 'Host: x\r\nhost: x\r\n'],
    ['no Host field', ''],
  ])('refuses %s', async (_, fields) => {
    const answer = await raw(server.port, `GET /healthz HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('answers HTTP/1.0 without a Host field', async () => {
    expect(await raw(server.port, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ignores two Authorization fields and a key of 10 kB', async () => {
    const ask = (fields: string) =>
      raw(server.port, `GET /v1/sites/example.com/stats HTTP/1.1\r\nHost: x\r\n${fields}Connection: close\r\n\r\n`);
    const key = `Authorization: Bearer ${anOwnerKey()}\r\n`;
    const refused = /^HTTP\/1\.1 401 .*www-authenticate: Bearer realm="owner", error="invalid_token"/is;
    // The store of this test refuses key lookups.
    expect(await ask(key + key)).toMatch(refused);
    expect(await ask(`Authorization: Bearer ${'a'.repeat(10_000)}\r\n`)).toMatch(refused);
  });

  it('answers and keeps the connection', async () => {
    const request = 'GET /v1/domain/example.com HTTP/1.1\r\nHost: x\r\n\r\n';
    const both = await raw(server.port, request, request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(both.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(both).toMatch(/content-length: \d+/i);
  });

  it('answers HEAD with the length of the body and without it', async () => {
    const got = await raw(server.port, 'HEAD /v1/domain/example.com HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const length = (await (await fetch(url('/v1/domain/example.com'))).arrayBuffer()).byteLength;
    expect(got).toContain(`content-length: ${length}\r\n`);
    expect(got.endsWith('\r\n\r\n')).toBe(true);
  });

  it('answers OPTIONS * with the methods of the server', async () => {
    const got = await raw(server.port, 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(got).toMatch(/^HTTP\/1\.1 204 .*^allow: GET, HEAD, POST, PATCH, DELETE, OPTIONS\r$/ims);
  });

  it('uses the configured base in every URL', async () => {
    const fields =
      'Host: evil.test\r\nX-Forwarded-Host: evil.test\r\nForwarded: host=evil.test\r\nConnection: close\r\n\r\n';
    for (const target of ['/v1/domain/example.com', 'http://evil.test/v1/domain/example.com']) {
      const got = await raw(server.port, `GET ${target} HTTP/1.1\r\n${fields}`);
      expect(got).toContain('HTTP/1.1 200');
      expect(got).not.toContain('evil.test');
    }
  });

  it('refuses a body over 64 KiB by length and by bytes, and closes', async () => {
    const head = 'POST /v1/sites HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const declared = await raw(server.port, `${head}Content-Length: 10000000\r\n\r\n{`);
    expect(declared).toContain('HTTP/1.1 413');
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const chunked = await raw(server.port, `${head}Transfer-Encoding: chunked\r\n\r\n`, chunk, chunk, chunk);
    expect(chunked).toContain('HTTP/1.1 413');
    expect(chunked).toContain('request.too_large');
  });

  it.each([
    ['nonsense', 'NONSENSE\r\n\r\n', '400'],
    ['an unknown method', 'PROPFIND /v1/stats HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '405'],
    ['two lengths', 'POST /v1/sites HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400'],
    [
      'length and chunks',
      'POST /v1/sites HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      '400',
    ],
  ])('refuses %s', async (_, bytes, status) => {
    expect(await raw(server.port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it.each([
    [
      'an unencoded letter in a query',
      'GET /v1/search?q=b\u00fccher HTTP/1.1\r\nHost: x\r\n\r\n',
      400,
      /percent-encode/,
    ],
    ['an invalid host', 'GET /v1/stats HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, /valid HTTP/],
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`, 431, /16 KiB/],
  ])('explains the refusal of %s', async (_, bytes, status, detail) => {
    const [head = '', body = ''] = (await raw(server.port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(/^content-type: application\/problem\+json$/im);
    const problem = JSON.parse(body.match(/\{.*\}/)?.[0] ?? '');
    expect(problem).toMatchObject({ status, detail: expect.stringMatching(detail) });
  });

  it('streams progress', async () => {
    const response = await fetch(url('/v1/check/example.com'), { headers: { accept: 'text/event-stream' } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('begun');
    openDoor();
    expect((await reader?.read())?.value).toContain('event: result');
    expect((await reader?.read())?.done).toBe(true);
  });
});

describe('address of a client', () => {
  it('comes from the socket, or from the last hop of a trusted proxy', async () => {
    for (const [trusted, remaining] of [
      [NO_PROXY, 298],
      [{ kind: 'hops', hops: 1 }, 299],
    ] as const) {
      const server = await start(trusted);
      const ask = (hops: string) =>
        fetch(`http://127.0.0.1:${server.port}/v1/domain/example.com`, { headers: { 'x-forwarded-for': hops } });
      await ask('203.0.113.9, 198.51.100.1');
      const second = await ask('203.0.113.9, 198.51.100.2');
      expect(second.headers.get('ratelimit')).toContain(`r=${remaining};`);
      await server.stop();
    }
  });
});

describe('stopping', () => {
  it('finishes running requests, refuses new ones, and closes idle connections', async () => {
    const server = await start();
    const { port } = server;
    const idle = connect(port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const closed = new Promise((resolve) => idle.once('close', resolve));
    const answer = fetch(`http://127.0.0.1:${port}/v1/check/example.com`);
    // The visit runs once a second request gets its progress.
    const progress = await fetch(`http://127.0.0.1:${port}/v1/check/example.com`, {
      headers: { accept: 'text/event-stream' },
    });
    const stopped = server.stop();
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    openDoor();
    expect((await answer).status).toBe(200);
    expect(await progress.text()).toContain('event: result');
    await stopped;
  });
});
