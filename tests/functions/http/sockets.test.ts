import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toFacts } from './fake-store.ts';
import { listen } from './listen.ts';
import { serveFake } from './serve-fake.ts';

/** Short timeouts, because the server's timeouts are tens of seconds. */
const SHORT = { headersMs: 300, requestMs: 600, idleMs: 1_500, checkMs: 100, stopMs: 500 };

async function start(lookup: Parameters<typeof serveFake>[0]['lookup'] = async (domain) => toFacts(domain)) {
  const server = await listen(serveFake({ lookup }).context, { timeouts: SHORT });
  onTestFinished(() => server.stop());
  return { port: server.port, server };
}

/** Opens a connection, and records its received data and its end. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let got = '';
  socket.on('data', (part) => {
    got += part;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, closed, got: () => got };
}

const POST = 'POST /v1/sites HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
const toLookup = (domain: string) => `GET /v1/domain/${domain} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

describe('slow client', () => {
  it.each([
    ['before the end of its fields', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X-Slow: 1\r\n', /^HTTP\/1\.1 408 /],
    ['before the end of its body', POST, ' ', /^(?!HTTP\/1\.1 2)/],
    ['without a request', '', '', /^HTTP\/1\.1 408 /],
  ])('loses the connection %s', async (_, first, next, answer) => {
    const { port } = await start();
    const { socket, closed, got } = await open(port);
    const drip = setInterval(() => socket.write(next), 50);
    socket.write(first);
    await closed;
    clearInterval(drip);
    expect(got()).toMatch(answer);
  });

  it('stops and answers others despite early disconnects', async () => {
    const answer = Promise.withResolvers<void>();
    const { port, server: running } = await start(async (domain) => {
      if (domain === 'slow.com') await answer.promise;
      return toFacts(domain);
    });
    for (let i = 0; i < 50; i++) {
      const { socket } = await open(port);
      socket.write(toLookup('slow.com'));
      await wait(1);
      if (i % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    const other = await open(port);
    other.socket.write(toLookup('example.com'));
    await other.closed;
    expect(other.got()).toMatch(/^HTTP\/1\.1 200 /);
    answer.resolve();
    await running.stop();
  });

  it('delays a stop by at most the limit if it does not read', async () => {
    const { port, server: running } = await start(() => new Promise<null>(() => {}));
    const { socket, closed } = await open(port);
    socket.write(toLookup('example.com'));
    await wait(20);
    await running.stop();
    await closed;
  });
});
