import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { FetchResult, FetchSession, Net } from '../../src/fetch/net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { a, startFakeDns } from './fake-dns.ts';
import { netTo, startHostileOrigin } from './hostile-origin.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
type Reply = (socket: Socket, path: string, head: string) => void;

let visit: FetchSession;
let reply: Reply;
let before = 0;
let sockets: Socket[] = [];

// Give every name one paced address. In the sandbox, addresses are not paced.
const dns = await startFakeDns(({ name, type }) => (type === 'A' ? { answers: [a(name, '93.184.216.34')] } : {}));
const origin = await startHostileOrigin(() => ({
  answer(socket, path, head) {
    sockets.push(socket);
    reply(socket, path, head);
  },
}));
const net = netTo(origin, dns);
closeAfterAll(net, origin, dns);
beforeEach(() => {
  reply = (socket) => socket.write(OK);
  before = origin.connections();
  sockets = [];
  origin.heads.clear();
  visit = net.openSession();
});
afterEach(() => visit.close());

const get = (path: string, more: Partial<Parameters<Net['fetch']>[0]> = {}, from: Pick<Net, 'fetch'> = visit) =>
  from.fetch({ url: `https://one.example${path}`, limits: LIMITS.llmsTxt, ...more });
const made = () => origin.connections() - before;
const toText = ({ body }: FetchResult) => Buffer.from(body).toString('latin1');
/** Resolves after the server noticed the end of the connection. */
async function ended(socket: Socket | undefined): Promise<void> {
  if (socket && !socket.destroyed) await once(socket, 'close');
}

describe('the connection of a visit', () => {
  it('carries consecutive requests', async () => {
    for (const path of ['/robots.txt', '/llms.txt', '/']) expect(await get(path)).toMatchObject({ status: 200 });
    expect(made()).toBe(1);
    expect(origin.heads.get('one.example')?.every((head) => /^connection: keep-alive$/im.test(head))).toBe(true);
  });

  it('closes with the visit', async () => {
    await get('/');
    visit.close();
    await ended(sockets[0]);
    visit = net.openSession();
    await get('/');
    expect(made()).toBe(2);
  });

  it('closes at once for a request without a visit', async () => {
    await get('/', {}, net);
    await ended(sockets[0]);
    await get('/', {}, net);
    expect(made()).toBe(2);
    expect(origin.heads.get('one.example')?.every((head) => /^connection: close$/im.test(head))).toBe(true);
  });

  it.each<[what: string, answer: string, closes?: boolean]>([
    ['an answer without a body', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['a 304', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 700\r\n\r\n'],
    ['an empty answer', 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'],
    ['an answer in chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
  ])('serves again after %s', async (_what, answer) => {
    reply = (socket, path) => socket.write(path === '/first' ? answer : OK);
    expect((await get('/first')).failure).toBeNull();
    expect(toText(await get('/second'))).toBe('ok');
    expect(made()).toBe(1);
  });

  it.each<[what: string, answer: string]>([
    ['the other side closes', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'],
    ['it speaks HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    [
      'the body is longer than what is read',
      `HTTP/1.1 200 OK\r\ncontent-length: 2000000\r\n\r\n${'x'.repeat(1_100_000)}`,
    ],
    ['it is about to close', 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok'],
  ])('does not serve again if %s', async (_what, answer) => {
    reply = (socket, path) => socket.write(path === '/first' ? answer : OK);
    expect((await get('/first')).status).toBe(200);
    expect(toText(await get('/second'))).toBe('ok');
    expect(made()).toBe(2);
  });

  it('serves redirects on one host and scheme only', async () => {
    reply = (socket, path, head) => {
      const moved = path === '/moved' && 'HTTP/1.1 301 Moved\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n';
      const away =
        path === '/away' && 'HTTP/1.1 301 Moved\r\nlocation: https://two.example/\r\ncontent-length: 0\r\n\r\n';
      socket.write(moved || away || OK);
      expect(head).toMatch(path === '/' ? /^host: two\.example$/im : /^host: one\.example$/im);
    };
    expect(await get('/moved')).toMatchObject({ finalUrl: 'https://one.example/there' });
    expect(made()).toBe(1);
    expect(await get('/away')).toMatchObject({ finalUrl: 'https://two.example/' });
    expect(made()).toBe(2);
  });

  it('ignores an unrequested response', async () => {
    const unasked = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\npoison';
    for (const together of [true, false]) {
      reply = (socket, path) => {
        if (path !== '/first') return void socket.write(OK);
        socket.write(together ? OK + unasked : OK);
      };
      await get('/first');
      if (!together) sockets.at(-1)?.write(unasked);
      await ended(sockets.at(-1));
      expect(toText(await get('/second'))).toBe('ok');
    }
  });

  it('reconnects if the server closed the idle connection', async () => {
    await get('/first');
    sockets[0]?.destroy();
    await ended(sockets[0]);
    expect(await get('/second')).toMatchObject({ status: 200 });
    expect(made()).toBe(2);
  });

  it('reconnects if the server closes the connection on the next request', async () => {
    let asked = 0;
    reply = (socket) => {
      asked += 1;
      if (asked === 2) socket.destroy();
      else socket.write(OK);
    };
    await get('/first');
    expect(await get('/second')).toMatchObject({ status: 200 });
    expect([asked, made()]).toEqual([3, 2]);
  });

  it('does not reconnect after a response began, or after a new connection failed', async () => {
    let asked = 0;
    reply = (socket, path) => {
      asked += 1;
      if (path === '/first') socket.write(OK);
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbut', () => socket.destroy());
    };
    await get('/first');
    expect(await get('/second')).toMatchObject({ status: null, failure: 'reset' });
    expect(asked).toBe(2);
    reply = (socket) => {
      asked += 1;
      socket.destroy();
    };
    expect(await get('/third')).toMatchObject({ status: null, failure: 'reset' });
    expect(asked).toBe(3);
  });

  it('closes if another visit uses the address', async () => {
    const pacing = createPacing({ gapMs: 0, now: Date.now });
    await get('/', { pacing });
    const other = net.openSession();
    await other.fetch({ url: 'https://two.example/', limits: LIMITS.llmsTxt, pacing });
    await ended(sockets[0]);
    await get('/', { pacing });
    await ended(sockets[1]);
    other.close();
    expect(made()).toBe(3);
  });

  it('does not repeat a non-idempotent request', async () => {
    const post = () => get('/', { method: 'POST', body: '{}', limits: LIMITS.webhook });
    await post();
    await post();
    expect(made()).toBe(2);
  });
});
