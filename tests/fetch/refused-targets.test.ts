import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNet } from '../../src/fetch/create-net.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { a, aaaa, cname, type Said, startFakeDns } from './fake-dns.ts';
import { watchConnections } from './hostile-origin.ts';

let watch: ReturnType<typeof watchConnections>;
/** DNS answer for all names, set by the test. */
let say: (name: string, type: string) => Said = () => ({});

const dns = await startFakeDns(({ name, type }) => say(name, type));
const net = createNet({
  servers: [dns.address],
  userAgent: 'test/1',
  sandbox: null,
  now: () => Date.now(),
  ownHosts: ['directory.site.com', 'project.supabase.co'],
});
closeAfterAll(net, dns);
beforeEach(() => {
  dns.asked.length = 0;
  say = () => ({});
  watch = watchConnections();
});
afterEach(() => watch.stop());

const fetchIt = (url: string) => net.fetch({ url, limits: LIMITS.llmsTxt });

describe('forbidden URL', () => {
  const rows: [url: string, failure: string][] = [
    // These are addresses in all spellings.
    ['https://127.0.0.1/', 'refused-address'],
    ['https://0x7f.1/', 'refused-address'],
    ['https://①②⑦.⓪.⓪.①/', 'refused-address'],
    ['https://[::1]/', 'refused-address'],
    ['https://[::ffff:127.0.0.1]/', 'refused-address'],
    ['https://[fd00:ec2::254]/', 'refused-address'],
    ['https://169.254.169.254/latest/meta-data/', 'refused-address'],
    ['https://168.63.129.16/', 'refused-address'],
    // Public addresses are refused too, because sites have names and certificates.
    ['https://1.1.1.1/', 'refused-address'],
    ['https://[2606:4700:4700::1111]/', 'refused-address'],
    // These names do not exist on the internet.
    ['https://localhost/', 'refused-address'],
    ['https://x.internal/', 'refused-address'],
    ['https://metadata.google.internal/', 'refused-address'],
    ['https://x.example/', 'refused-address'],
    ['https://com/', 'refused-address'],
    // Invalid names.
    ['https://*.site.com/', 'refused-address'],
    [`https://${'a'.repeat(64)}.com/`, 'refused-address'],
    [`https://${'a.'.repeat(125)}site.com/`, 'refused-address'],
    ['https://xn--a.com/', 'refused-address'],
    ['https://a%00.com/', 'refused-url'],
    ['https://a b.com/', 'refused-url'],
    ['https://a\u0000.com/', 'refused-url'],
    // The parser drops tabs and line ends before the check.
    ['https://site.com\t.evil.test/', 'refused-address'],
    ['https://site.com\n.evil.test/', 'refused-address'],
    // This is the host of the service.
    ['https://directory.site.com/v1/check/directory.site.com', 'refused-address'],
    ['https://www.directory.site.com/', 'refused-address'],
    ['https://project.supabase.co/rest/v1/', 'refused-address'],
    // Other URLs.
    ['http://a@127.0.0.1', 'refused-url'],
    ['http://example.com:80@127.0.0.1', 'refused-url'],
    ['http:///127.0.0.1', 'refused-address'],
    ['http:127.0.0.1', 'refused-address'],
    ['https://user@site.com/', 'refused-url'],
    ['https://user:password@site.com/', 'refused-url'],
    ['https://:password@site.com/', 'refused-url'],
    ['https://site.com:6379/', 'refused-url'],
    ['https://site.com:80/', 'refused-url'],
    ['http://site.com:443/', 'refused-url'],
    ['https://site.com:99999/', 'refused-url'],
    ['file:///etc/passwd', 'refused-url'],
    ['data:text/plain,hello', 'refused-url'],
    ['javascript:alert(1)', 'refused-url'],
    ['//site.com/', 'refused-url'],
    ['site.com', 'refused-url'],
    ['', 'refused-url'],
    ['https://', 'refused-url'],
    [`https://${'a'.repeat(1_000_000)}/`, 'refused-url'],
  ];
  it.each(rows.map(([url, failure]) => [JSON.stringify(url).slice(0, 60), url, failure]))(
    'refuses %s before a request',
    async (_label, url, failure) => {
      const answer = await fetchIt(url);
      expect([answer.status, answer.failure]).toEqual([null, failure]);
      // Any sentence.
      expect(answer.detail?.length).toBeGreaterThan(10);
      expect(answer.detail?.length).toBeLessThan(500);
      expect(dns.asked).toEqual([]);
      expect(watch.tried).toEqual([]);
    },
  );
});

describe('canonical form of a name', () => {
  it.each([
    ['https://EXAMPLE.com./', 'example.com'],
    ['https://example｡com/', 'example.com'],
    ['https://exa\u00ADmple.com/', 'example.com'],
    ['https://ﬁ.com/', 'fi.com'],
    ['https://faß.de/', 'xn--fa-hia.de'],
    ['https://аррӏе.com/', 'xn--80ak6aa92e.com'],
    // This is a public suffix that hosts files.
    ['https://s3.amazonaws.com/bucket/llms.txt', 's3.amazonaws.com'],
    // A backslash counts as a slash, both in the check and in the connection.
    ['https://example.com\\@evil.com/', 'example.com'],
  ])('requests the canonical name of %s', async (url, name) => {
    expect(await fetchIt(url)).toMatchObject({ failure: 'dns' });
    expect(dns.asked.toSorted()).toEqual([`A ${name} udp`, `AAAA ${name} udp`]);
    expect(watch.tried).toEqual([]);
  });
});

describe('names with a forbidden address', () => {
  const v4 =
    (...addresses: string[]) =>
    (name: string, type: string) =>
      type === 'A' ? { answers: addresses.map((address) => a(name, address)) } : {};
  const v6 =
    (...addresses: string[]) =>
    (name: string, type: string) =>
      type === 'AAAA' ? { answers: addresses.map((address) => aaaa(name, address)) } : {};

  it.each<[what: string, say: (name: string, type: string) => Said]>([
    ['loopback', v4('127.0.0.1')],
    ['cloud metadata', v4('169.254.169.254')],
    ['IPv6 loopback', v6('::1')],
    ['IPv4-mapped', v6('::ffff:127.0.0.1')],
    ['NAT64 of loopback', v6('64:ff9b::7f00:1')],
    ['6to4 of loopback', v6('2002:7f00:1::')],
    ['Teredo', v6('2001::1')],
    ['unique local', v6('fd00:ec2::254')],
    ['public first, then private', v4('93.184.216.34', '10.0.0.1')],
    ['private first, then public', v4('10.0.0.1', '93.184.216.34')],
    ['a private one behind the four that would be tried', v4('1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '127.0.0.1')],
    [
      'public in IPv4, loopback in IPv6',
      (name, type) => ({ answers: [type === 'A' ? a(name, '93.184.216.34') : aaaa(name, '::1')] }),
    ],
    ['by an alias', (name, type) => (type === 'A' ? { answers: [cname(name, 'x.com'), a('x.com', '127.0.0.1')] } : {})],
    [
      'by an alias to localhost',
      (name, type) => (type === 'A' ? { answers: [cname(name, 'localhost'), a('localhost', '127.0.0.1')] } : {}),
    ],
  ])('refuses %s', async (what, said) => {
    say = said;
    const answer = await fetchIt(`https://${what.replace(/[^A-Za-z0-9]+/g, '-')}.site.com/llms.txt`);
    expect(answer).toMatchObject({ status: null, failure: 'refused-address' });
    expect(answer.detail).toMatch(/not on the public internet/);
    expect(watch.tried).toEqual([]);
  });

  it.each<[what: string, said: Said]>([
    ['no such name', { rcode: 3 }],
    ['a server that fails', { rcode: 2 }],
  ])('fails as DNS: %s', async (_what, said) => {
    say = () => said;
    expect(await fetchIt('https://loop.site.com/')).toMatchObject({ status: null, failure: 'dns' });
    expect(watch.tried).toEqual([]);
  });
});

describe('request options', () => {
  it('refuses plain http for a proof', async () => {
    expect(await net.fetch({ url: 'http://site.com/', limits: LIMITS.proofFile })).toMatchObject({
      failure: 'refused-url',
    });
    expect(dns.asked).toEqual([]);
  });

  it('rejects only if the caller aborts', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(net.fetch({ url: 'https://site.com/', limits: LIMITS.llmsTxt, signal })).rejects.toThrow('enough');
    expect(dns.asked).toEqual([]);
  });

  it('stops waiting for DNS if the caller aborts', async () => {
    say = () => ({ silent: true });
    const stop = new AbortController();
    const answer = net.fetch({ url: 'https://silent.site.com/', limits: LIMITS.llmsTxt, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it('applies the total time to DNS', async () => {
    say = () => ({ silent: true });
    const limits = { ...LIMITS.llmsTxt, totalMs: 200 };
    expect(await net.fetch({ url: 'https://mute.site.com/', limits })).toMatchObject({ failure: 'timeout' });
    expect(watch.tried).toEqual([]);
  });
});
