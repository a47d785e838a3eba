import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createCaller } from '../../src/store/client.ts';
import { type LocalServer, listenLocally } from '../listen-locally.ts';

/** Privileged port that no program uses. */
const UNUSED_PORT = 2;

/** Tests a Data API whose connections the test can end. */
describe('a connection to the store that ends before its answer', () => {
  let server: LocalServer;
  let handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  let calls: number;
  beforeEach(async () => {
    calls = 0;
    server = await listenLocally(
      createServer((incoming, outgoing) => {
        calls += 1;
        incoming.resume().on('end', () => handle(incoming, outgoing));
      }),
    );
  });
  afterEach(() => server.close());

  const look = (url = server.url) => {
    const call = createCaller({ url, key: 'key' })(5_000);
    return () => call('lookup_domain', { domain: 'example.com' }, z.string());
  };
  const answer = (outgoing: ServerResponse) =>
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('"found"');

  it('reopens if it was reused, and the call succeeds', async () => {
    const used = new Set<Socket>();
    let lost = 0;
    handle = ({ socket }, outgoing) => {
      if (used.has(socket)) {
        lost += 1;
        return void socket.resetAndDestroy();
      }
      used.add(socket);
      answer(outgoing);
    };
    const lookUp = look();
    for (let i = 0; i < 5; i += 1) expect(await lookUp()).toBe('found');
    expect(lost).toBeGreaterThan(0);
    expect(used.size).toBe(5);
  });

  it('makes the store unavailable if every try fails, with the reason in the error', async () => {
    handle = ({ socket }) => void socket.resetAndDestroy();
    await expect(look()()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/^lookup_domain: TypeError: fetch failed: .*(ECONNRESET|other side closed)/),
    });
    expect(calls).toBe(4);
  });

  it('does not reopen without a server', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    await expect(look(`http://127.0.0.1:${UNUSED_PORT}`)()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
  });
});
