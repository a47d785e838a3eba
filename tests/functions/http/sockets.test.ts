import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../functions/http/app.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../../functions/http/server.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import { factsOf } from './fake-store.ts';
import { serveFake } from './serve-fake.ts';

/** Short timeouts, because the server's timeouts are tens of seconds. */
const SHORT = { headersMs: 300, requestMs: 600, idleMs: 1_500, checkMs: 100, stopMs: 500 };

let server: RunningServer | null = null;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop();
  server = null;
});

async function start(store: Parameters<typeof serveFake>[0] = {}, timeouts: ServerOptions['timeouts'] = SHORT) {
  const fake = serveFake({
    lookup: async (domain) => factsOf(domain),
    track: async () => ({ added: 0, known: 1 }),
    ...store,
  });
  server = await startServer({
    app: createApp(fake.context),
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    timeouts,
  });
  return { port: server.port, server };
}

/** Opens a connection, and records its received data and its end. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let got = '';
  socket.on('data', (part) => {
    got += part;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, closed, got: () => got };
}

async function ask(port: number, request: string): Promise<string> {
  const { socket, closed, got } = await open(port);
  socket.write(request);
  await closed;
  return got();
}

const LOOKUP = '/v1/domain/example.com';
const request = (method: string, path: string, fields: readonly string[] = [], body = '') =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...fields].join('\r\n')}\r\n\r\n${body}`;
const post = (type: string, body: string) => [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
const LONG = JSON.stringify({ domain: 'x'.repeat(70_000) });

describe('over a socket', () => {
  const refused: [what: string, bytes: string, status: number, field: RegExp | null][] = [
    ['a method that the path has not', request('DELETE', LOOKUP), 405, /^allow: GET, HEAD, OPTIONS\r$/im],
    [
      'a method that a page has not',
      request('POST', '/openapi.json', ['Content-Length: 0']),
      405,
      /^allow: GET, HEAD, OPTIONS\r$/im,
    ],
    ['a method that nobody knows', request('PROPFIND', LOOKUP), 405, /^allow: /im],
    ['a representation that there is not', request('GET', LOOKUP, ['Accept: image/png']), 406, null],
    ['a body over 64 KiB', request('POST', '/v1/sites', post('application/json', LONG), LONG), 413, null],
    [
      'a form',
      request('POST', '/v1/sites', post('application/x-www-form-urlencoded', 'domain=a.com'), 'domain=a.com'),
      415,
      null,
    ],
    ['a body without a type', request('POST', '/v1/sites', ['Content-Length: 2'], '{}'), 415, null],
    ['half a JSON', request('POST', '/v1/sites', post('application/json', '{"domain":'), '{"domain":'), 400, null],
    ['a path that there is not', request('GET', '/v1/nothing'), 404, null],
  ];
  it.each(refused)('refuses %s with a problem', async (_, bytes, status, field) => {
    const { port } = await start();
    const got = await ask(port, bytes);
    expect(got).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(got).toMatch(/^content-type: application\/problem\+json\r$/im);
    if (field) expect(got).toMatch(field);
  });

  it('answers OPTIONS * with the methods of the server', async () => {
    const { port } = await start();
    const got = await ask(port, request('OPTIONS', '*'));
    expect(got).toMatch(/^HTTP\/1\.1 204 /);
    expect(got).toMatch(/^allow: GET, HEAD, POST, PATCH, DELETE, OPTIONS\r$/im);
  });

  it('answers OPTIONS with the methods, and HEAD like GET', async () => {
    const { port } = await start();
    const preflight = await ask(
      port,
      request('OPTIONS', '/v1/sites', ['Origin: https://a.com', 'Access-Control-Request-Method: POST']),
    );
    expect(preflight).toMatch(/^HTTP\/1\.1 204 /);
    expect(preflight).toMatch(/^access-control-allow-methods: POST, OPTIONS\r$/im);
    expect(preflight).toMatch(/^access-control-allow-origin: \*\r$/im);
    const head = await ask(port, request('HEAD', LOOKUP));
    const get = await ask(port, request('GET', LOOKUP));
    const fieldsOf = (got: string) =>
      (got.split('\r\n\r\n')[0] ?? '')
        .split('\r\n')
        .filter((line) => !/^(x-request-id|date|ratelimit):/i.test(line))
        .toSorted();
    expect(fieldsOf(head)).toEqual(fieldsOf(get));
    expect(head.split('\r\n\r\n')[1]).toBe('');
  });
});

describe('slow client', () => {
  it('loses the connection before the end of its fields', async () => {
    const { port } = await start();
    const { socket, closed, got } = await open(port);
    const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 50);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    await closed;
    clearInterval(drip);
    expect(got()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('loses the connection before the end of its body', async () => {
    const { port } = await start();
    const { socket, closed } = await open(port);
    socket.write(request('POST', '/v1/sites', ['Content-Type: application/json', 'Content-Length: 1000'], '{'));
    const drip = setInterval(() => socket.write(' '), 50);
    await closed;
    clearInterval(drip);
  });

  it('loses the connection without a request', async () => {
    const { port } = await start();
    const { closed } = await open(port);
    await closed;
  });

  it('leaves no trace after an early disconnect', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { port, server: running } = await start({
      lookup: async (domain) => {
        if (domain === 'slow.com') await asked;
        return factsOf(domain);
      },
    });
    for (let i = 0; i < 50; i++) {
      const { socket } = await open(port);
      socket.write(request('GET', '/v1/domain/slow.com'));
      await wait(1);
      if (i % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    expect(await ask(port, request('GET', LOOKUP))).toMatch(/^HTTP\/1\.1 200 /);
    answer();
    await running.stop();
  });

  it('delays a stop by at most the limit if it does not read', async () => {
    const never = new Promise<null>(() => {});
    const { port, server: running } = await start({ lookup: () => never });
    const { socket, closed } = await open(port);
    socket.write(request('GET', LOOKUP));
    await wait(20);
    await running.stop();
    await closed;
  });
});
