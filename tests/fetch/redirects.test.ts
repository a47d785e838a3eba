import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { FetchLimits, FetchRequest } from '../../src/fetch/net.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { a, startFakeDns } from './fake-dns.ts';
import { netTo, startHostileOrigin, watchConnections } from './hostile-origin.ts';

const PUBLIC = '93.184.216.34';

let rebound = 0;
let watch: ReturnType<typeof watchConnections>;
/** Head of the response by path, without the empty line. */
let heads: Readonly<Record<string, string>> = {};

const dns = await startFakeDns(({ name, type }) => {
  if (type !== 'A') return {};
  if (name === 'rebind.example') return { answers: [a(name, rebound++ === 0 ? PUBLIC : '10.0.0.1')] };
  return { answers: [a(name, name === 'private.example' ? '10.0.0.1' : PUBLIC)] };
});
const origin = await startHostileOrigin(() => ({
  answer(socket, path, head) {
    const host = /^host: *(\S+)/im.exec(head)?.[1] ?? '';
    const said = heads[`${host}${path}`] ?? heads[path] ?? 'HTTP/1.1 200 OK';
    socket.end(`${said}\r\ncontent-length: 5\r\n\r\nhello`, 'latin1');
  },
}));
const net = netTo(origin, dns, { ownHosts: ['www.own.example', 'project.example'] });
closeAfterAll(net, origin, dns);
beforeEach(() => {
  heads = {};
  origin.heads.clear();
  watch = watchConnections();
});
afterEach(() => watch.stop());

const to = (location: string, status = 302) => `HTTP/1.1 ${status} Moved\r\nlocation: ${location}`;
const fetchIt = (url: string, limits: FetchLimits = LIMITS.llmsTxt, more: Partial<FetchRequest> = {}) =>
  net.fetch({ url, limits, ...more });

describe('redirect to a forbidden URL', () => {
  const rows: [location: string, failure: string][] = [
    ['//127.0.0.1', 'refused-address'],
    ['//127.0.0.1:6379/', 'bad-redirect'],
    ['https://127.0.0.1/', 'refused-address'],
    ['http://127.0.0.1/', 'refused-address'],
    ['http://169.254.169.254/latest/meta-data/', 'refused-address'],
    ['http://168.63.129.16/', 'refused-address'],
    ['https://8.8.8.8/', 'refused-address'],
    ['https://private.example/', 'refused-address'],
    ['https://own.example/v1/check/own.example', 'refused-address'],
    ['https://project.example/rest/v1/rpc/lookup_domain', 'refused-address'],
    ['https://bad-redirect.org.well-known/llms.txt', 'refused-address'],
    ['https://other.example:65535/', 'bad-redirect'],
    ['https://user@other.example/', 'bad-redirect'],
    ['file:///etc/passwd', 'bad-redirect'],
    ['jar:https://other.example/a.jar!/b', 'bad-redirect'],
    ['https://', 'bad-redirect'],
    [`https://other.example/${'a'.repeat(9_000)}`, 'bad-redirect'],
  ];
  it.each(rows.map(([location, failure]) => [location.slice(0, 60), location, failure]))(
    'refuses %s',
    async (_label, location, failure) => {
      heads = { '/llms.txt': to(location) };
      const answer = await fetchIt('https://site.example/llms.txt');
      expect([answer.status, answer.failure, answer.address]).toEqual([null, failure, PUBLIC]);
      expect(origin.heads.size).toBe(1);
      expect(watch.tried).toEqual([origin.origin]);
    },
  );

  it.each([
    ['without a Location', 'HTTP/1.1 302 Found', 'bad-redirect'],
    ['with two Locations', 'HTTP/1.1 302 Found\r\nlocation: /a\r\nlocation: /b', 'bad-redirect'],
    ['with a Location of 20 kB', to(`/${'a'.repeat(20_000)}`), 'protocol'],
    ['with a folded Location', 'HTTP/1.1 302 Found\r\nlocation: /a\r\n https://127.0.0.1/', 'protocol'],
  ])('refuses a redirect %s', async (_what, head, failure) => {
    heads = { '/llms.txt': head };
    const answer = await fetchIt('https://site.example/llms.txt');
    expect([answer.status, answer.failure]).toEqual([null, failure]);
    expect(watch.tried).toEqual([origin.origin]);
  });

  it('refuses a name that changes from a public to a private address', async () => {
    heads = { 'rebind.example/llms.txt': to('/again') };
    rebound = 0;
    expect(await fetchIt('https://rebind.example/llms.txt')).toMatchObject({
      status: null,
      failure: 'refused-address',
    });
    expect(origin.heads.get('rebind.example')).toHaveLength(1);
  });
});

describe('redirect to another registrable domain', () => {
  it.each([
    'https://other.example/',
    'http://other.example/for-sale',
    'https://other.example:8443/',
    '//site.example.other.example/',
    'https://192.0.2.7/',
  ])('distinguishes %s from other failures', async (location) => {
    heads = { '/llms.txt': to(location) };
    const answer = await fetchIt('https://site.example/llms.txt', LIMITS.proofLlmsTxt);
    expect(answer).toMatchObject({
      status: null,
      failure: 'bad-redirect',
      leftDomain: true,
      leftFor: expect.any(String),
    });
    expect(watch.tried).toEqual([origin.origin]);
  });

  it.each(['http://www.site.example/', 'https://', 'https://user@www.site.example/', 'data:text/plain,x'])(
    'does not set `leftDomain` for %s',
    async (location) => {
      heads = { '/llms.txt': to(location) };
      const answer = await fetchIt('https://site.example/llms.txt', LIMITS.proofLlmsTxt);
      expect(answer).toMatchObject({ failure: 'bad-redirect' });
      expect(answer.leftDomain).toBeUndefined();
    },
  );
});

describe('allowed redirects', () => {
  it.each([
    ['/next', 'https://site.example/next'],
    ['next?x=1#part', 'https://site.example/next?x=1'],
    ['?x=1', 'https://site.example/llms.txt?x=1'],
    ['../../next', 'https://site.example/next'],
    ['/with a space', 'https://site.example/with%20a%20space'],
    ['//www.site.example/next', 'https://www.site.example/next'],
    ['https://www.site.example/next', 'https://www.site.example/next'],
    ['https://other.example/next', 'https://other.example/next'],
    ['https:\\\\other.example\\next', 'https://other.example/next'],
    ['https://site.example:443/next', 'https://site.example/next'],
    [Buffer.from('/süß').toString('latin1'), 'https://site.example/s%C3%BC%C3%9F'],
    ['/s\xfc\xdf?q=\xe9', 'https://site.example/s%FC%DF?q=%E9'],
    [Buffer.from('//www.s\u00fc.example/x').toString('latin1'), 'https://www.xn--s-eha.example/x'],
  ])('follows %s', async (location, url) => {
    heads = { '/llms.txt': to(location) };
    const answer = await fetchIt('https://site.example/llms.txt');
    expect(answer).toMatchObject({
      status: 200,
      failure: null,
      finalUrl: url,
      chain: ['https://site.example/llms.txt', url],
    });
  });

  it.each([301, 302, 303, 307, 308])('follows %i', async (status) => {
    heads = { '/llms.txt': to('/next', status) };
    expect(await fetchIt('https://site.example/llms.txt')).toMatchObject({
      status: 200,
      finalUrl: 'https://site.example/next',
    });
  });

  it.each([300, 305, 306, 399])('does not follow %i', async (status) => {
    heads = { '/llms.txt': to('/next', status) };
    expect(await fetchIt('https://site.example/llms.txt')).toMatchObject({ status, failure: null });
  });

  it('ignores a Refresh header', async () => {
    heads = { '/llms.txt': 'HTTP/1.1 200 OK\r\nrefresh: 0; url=https://127.0.0.1/' };
    expect(await fetchIt('https://site.example/llms.txt')).toMatchObject({
      status: 200,
      chain: ['https://site.example/llms.txt'],
    });
  });

  it('ignores Alt-Svc and cookies', async () => {
    const fields = 'alt-svc: h2="10.0.0.1:443"; ma=86400\r\nset-cookie: a=1';
    heads = { '/a': `HTTP/1.1 302 Moved\r\n${fields}\r\nlocation: /b`, '/b': `HTTP/1.1 200 OK\r\n${fields}` };
    await fetchIt('https://site.example/a');
    expect(await fetchIt('https://site.example/b')).toMatchObject({ status: 200, address: PUBLIC });
    expect(watch.tried).toEqual(Array.from({ length: 3 }, () => origin.origin));
    expect(origin.heads.get('site.example')?.join('')).not.toMatch(/cookie/i);
  });

  const ladder = (rungs: number) =>
    Object.fromEntries(Array.from({ length: rungs }, (_, i) => [`/${i}`, to(`/${i + 1}`)]));

  it('follows five redirects and refuses a sixth redirect', async () => {
    heads = ladder(5);
    const answer = await fetchIt('https://site.example/0');
    expect(answer).toMatchObject({ status: 200, finalUrl: 'https://site.example/5' });
    expect(answer.chain).toHaveLength(6);
    heads = ladder(6);
    expect(await fetchIt('https://site.example/0')).toMatchObject({ status: null, failure: 'too-many-redirects' });
  });

  it('follows three redirects for a proof and refuses a fourth', async () => {
    heads = ladder(3);
    expect(await fetchIt('https://site.example/0', LIMITS.proofFile)).toMatchObject({ status: 200 });
    heads = ladder(4);
    expect(await fetchIt('https://site.example/0', LIMITS.proofFile)).toMatchObject({ failure: 'too-many-redirects' });
  });

  it.each([
    ['to itself', { '/a': to('/a') }, 1],
    ['to itself with another fragment', { '/a': to('/a#b') }, 1],
    ['to and fro', { '/a': to('/b'), '/b': to('/a') }, 2],
  ])('refuses a redirect loop: %s', async (_what, said, requests) => {
    heads = said;
    expect(await fetchIt('https://site.example/a')).toMatchObject({ failure: 'too-many-redirects' });
    expect(origin.heads.get('site.example')).toHaveLength(requests);
  });

  it('refuses another domain for a proof', async () => {
    heads = { 'site.example/a': to('https://other.example/a'), 'site.example/b': to('https://www.site.example/b') };
    expect(await fetchIt('https://site.example/a', LIMITS.proofFile)).toMatchObject({ failure: 'bad-redirect' });
    expect(origin.heads.get('other.example')).toBeUndefined();
    expect(await fetchIt('https://site.example/b', LIMITS.proofFile)).toMatchObject({ status: 200 });
  });

  it('refuses plain http for a proof', async () => {
    heads = { '/a': to('http://site.example/b') };
    expect(await fetchIt('https://site.example/a', LIMITS.proofFile)).toMatchObject({ failure: 'bad-redirect' });
    expect(watch.tried).toEqual([origin.origin]);
  });

  it('follows a redirect to plain http for a crawl', async () => {
    heads = { '/a': to('http://site.example/b') };
    // The origin supports only TLS. The test checks that the origin got a request.
    const answer = await fetchIt('https://site.example/a');
    expect(answer.chain).toEqual(['https://site.example/a', 'http://site.example/b']);
    expect(watch.tried).toEqual([origin.origin, origin.origin]);
  });

  it('returns the redirect for a webhook', async () => {
    heads = { '/hook': to('https://other.example/') };
    const post = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } } as const;
    expect(await fetchIt('https://site.example/hook', LIMITS.webhook, post)).toMatchObject({
      status: 302,
      failure: null,
    });
    expect(origin.heads.get('other.example')).toBeUndefined();
    expect(origin.heads.get('site.example')?.[0]).toMatch(/^POST \/hook HTTP\/1\.1\r\n/);
    expect(origin.heads.get('site.example')?.[0]).toMatch(/content-length: 7\r\n/);
  });
});

describe('request fields', () => {
  it('sends the user agent, but no fields of the caller, to another domain', async () => {
    heads = { 'site.example/a': to('https://www.site.example/a'), 'www.site.example/a': to('https://other.example/a') };
    const headers = { 'if-none-match': '"x"', accept: 'text/plain' };
    await fetchIt('https://site.example/a', LIMITS.llmsTxt, { headers });
    for (const host of ['site.example', 'www.site.example']) {
      const [head] = origin.heads.get(host) ?? [];
      expect(head).toMatch(/^GET \/a HTTP\/1\.1\r\n/);
      expect(head).toMatch(new RegExp(`\r\nhost: ${host}\r\n`));
      expect(head).toMatch(/\r\nuser-agent: test\/1\r\n/);
      expect(head).toMatch(/\r\nif-none-match: "x"\r\n/);
      expect(head).toMatch(/\r\nconnection: close\r\n/);
    }
    const [head] = origin.heads.get('other.example') ?? [];
    expect(head).toMatch(/\r\naccept: text\/plain\r\n/);
    expect(head).not.toMatch(/if-none-match/);
  });

  it('never sends a foreign line end', async () => {
    const answer = await fetchIt('https://site.example/a', LIMITS.llmsTxt, {
      headers: { 'if-none-match': '"x"\r\nhost: evil' },
    });
    expect(answer).toMatchObject({ status: null, failure: 'protocol' });
    expect(origin.heads.get('site.example')).toBeUndefined();
  });
});
