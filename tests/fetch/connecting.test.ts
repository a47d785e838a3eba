import { once } from 'node:events';
import { type AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNet } from '../../src/fetch/create-net.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { FetchLimits, Net } from '../../src/fetch/net.ts';
import { openSocket } from '../../src/fetch/open-socket.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { freePort } from '../free-port.ts';
import { a, aaaa, startFakeDns, txt } from './fake-dns.ts';
import { netTo, startHostileOrigin, watchConnections } from './hostile-origin.ts';

let watch: ReturnType<typeof watchConnections>;
let busy = 0;
let mostBusy = 0;

const dns = await startFakeDns(({ name, type }) => {
  if (type === 'TXT') return { answers: [txt(name, 'svc-verify=x')] };
  if (name.startsWith('one.')) return type === 'A' ? { answers: [a(name, '93.184.216.34')] } : {};
  const answers =
    type === 'A'
      ? ['1.1.1.1', '1.1.1.2', '1.1.1.3'].map((address) => a(name, address))
      : ['2606:4700::1', '2606:4700::2'].map((address) => aaaa(name, address));
  return { answers };
});
const origin = await startHostileOrigin(() => ({
  answer(socket) {
    busy += 1;
    mostBusy = Math.max(mostBusy, busy);
    setTimeout(() => {
      busy -= 1;
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    }, 20);
  },
}));
const net = netTo(origin, dns);
closeAfterAll(net, origin, dns);
beforeEach(() => {
  mostBusy = 0;
  dns.asked.length = 0;
  watch = watchConnections();
});
afterEach(() => watch.stop());

describe('connections', () => {
  it('connects to the checked address at the port of the scheme', async () => {
    const real = createNet({ servers: [dns.address], userAgent: 'test/1', sandbox: null, now: () => Date.now() });
    // Redirect the connection to the origin after the checks, because tests must not leave this machine.
    const { connect } = Socket.prototype;
    const turned: string[] = [];
    Socket.prototype.connect = function turn(this: Socket, ...args: unknown[]) {
      const options = Array.isArray(args[0]) ? args[0][0] : args[0];
      turned.push(`${options.host}:${options.port}`);
      const [host, port] = origin.origin.split(':');
      Object.assign(options, { host, port: Number(port) });
      return Reflect.apply(connect, this, args);
    };
    const answer = await real.fetch({ url: 'https://one.site.com/llms.txt', limits: LIMITS.llmsTxt });
    Socket.prototype.connect = connect;
    expect(turned).toEqual(['93.184.216.34:443']);
    // The certificate fits the name, but the internet does not trust the sandbox's authority.
    expect(answer).toMatchObject({ failure: 'tls', status: null });
  });

  it('tries at most four addresses, IPv4 first', async () => {
    const dead = netTo({ origin: `127.0.0.1:${await freePort()}`, ca: origin.ca }, dns);
    expect(await dead.fetch({ url: 'https://many.example/', limits: LIMITS.llmsTxt })).toMatchObject({
      failure: 'connect',
    });
    expect(watch.tried).toHaveLength(4);
    const first = await net.fetch({ url: 'https://many.example/', limits: LIMITS.llmsTxt });
    expect(first).toMatchObject({ status: 200, address: '1.1.1.1' });
  });

  it('resumes TLS only after a valid certificate of the host', async () => {
    const { isSessionReused } = TLSSocket.prototype;
    onTestFinished(() => {
      TLSSocket.prototype.isSessionReused = isSessionReused;
    });
    const reused: boolean[] = [];
    TLSSocket.prototype.isSessionReused = function noting(this: TLSSocket) {
      const is = isSessionReused.call(this);
      reused.push(is);
      return is;
    };
    const distrusting = netTo({ origin: origin.origin, ca: '' });
    const ask = (by: Net, host: string) => by.fetch({ url: `https://${host}/`, limits: LIMITS.llmsTxt });
    expect(await ask(net, 'one.f.example')).toMatchObject({ status: 200 });
    expect(reused).not.toContain(true);
    expect(await ask(net, 'one.f.example')).toMatchObject({ status: 200 });
    expect(reused).toContain(true);
    reused.length = 0;
    for (let i = 0; i < 2; i += 1) expect(await ask(distrusting, 'one.f.example')).toMatchObject({ failure: 'tls' });
    expect(reused).not.toContain(true);
  });

  it('gives closed and filtered ports the same failure', async () => {
    const open = (host: string) =>
      openSocket({ address: '127.0.0.1', port: 1, host, tls: null }, 1, 1_000, new AbortController().signal);
    const refused = await open('site.example').catch((error: unknown) => error);
    vi.useFakeTimers();
    // The time ends before the system reports a failure.
    const silent = open('site.example').catch((error: unknown) => error);
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(refused).toMatchObject({ failure: 'connect', message: 'site.example accepts no connection' });
    expect(await silent).toEqual(refused);
  });

  it('uses TLS 1.2 or later', async () => {
    const old = createTlsServer({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' });
    old.on('tlsClientError', () => {});
    old.listen(0, '127.0.0.1');
    await once(old, 'listening');
    const { port } = old.address() as AddressInfo;
    const strict = netTo({ origin: `127.0.0.1:${port}`, ca: origin.ca });
    const answer = await strict.fetch({ url: 'https://old.example/', limits: LIMITS.llmsTxt });
    old.close();
    expect(answer).toMatchObject({ failure: 'tls', detail: expect.stringMatching(/PROTOCOL/) });
  });

  it('refuses names that the sandbox does not map', async () => {
    expect(await net.fetch({ url: 'https://site.com/', limits: LIMITS.llmsTxt })).toMatchObject({ failure: 'dns' });
    expect(watch.tried).toEqual([]);
    expect(dns.asked).toEqual([]);
  });
});

describe('TXT', () => {
  it('reads mapped names from the sandbox only', async () => {
    expect(await net.resolveTxt('_svc-verify.site.example.')).toEqual({ kind: 'records', records: ['svc-verify=x'] });
    expect(dns.asked).toEqual(['TXT _svc-verify.site.example udp']);
  });

  it('never reads other names from the sandbox', async () => {
    expect(await net.resolveTxt('_svc-verify.site.com')).toMatchObject({ kind: 'failed' });
    expect(dns.asked).toEqual([]);
  });

  it('returns no record of mapped names if the sandbox has no DNS', async () => {
    const simple = netTo(origin, null, { servers: [dns.address] });
    expect(await simple.resolveTxt('_svc-verify.site.example')).toEqual({ kind: 'absent', nameExists: true });
    expect(dns.asked).toEqual([]);
  });
});

describe('pace of visits', () => {
  const pacing = createPacing({ gapMs: 0, now: () => Date.now() });
  const visit = (host: string, limits: FetchLimits = LIMITS.llmsTxt) =>
    net.fetch({ url: `https://${host}/`, limits, pacing });

  it('opens one connection per host at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => visit('many.example')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(mostBusy).toBe(1);
  });

  it('opens one connection per address at a time, for any host', async () => {
    await Promise.all(['one.a.example', 'one.b.example', 'one.c.example'].map((host) => visit(host)));
    expect(mostBusy).toBe(1);
  });

  it('spreads visits over the addresses of a host', async () => {
    const answers = await Promise.all(['a.example', 'b.example', 'c.example'].map((host) => visit(host)));
    expect(new Set(answers.map(({ address }) => address)).size).toBe(3);
  });

  it('does not count the time in queues', async () => {
    const limits = { ...LIMITS.llmsTxt, totalMs: 800 };
    const answers = await Promise.all(Array.from({ length: 45 }, () => visit('many.example', limits)));
    expect(answers.filter(({ failure }) => failure !== null)).toEqual([]);
  });

  it('releases the slot if the visit fails', async () => {
    const limits = { ...LIMITS.llmsTxt, totalMs: 1 };
    await visit('one.d.example', limits);
    expect(await visit('one.d.example')).toMatchObject({ status: 200 });
  });
});
