import type { Question } from 'dns-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { createDnsResolver } from '../../src/fetch/dns-resolver.ts';
import { a, aaaa, cname, type FakeDns, type Said, startFakeDns, txt } from './fake-dns.ts';

const NAME = 'www.site.com';
const NXDOMAIN = 3;
const SERVFAIL = 2;
const REFUSED = 5;

const running: FakeDns[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function serve(say: Parameters<typeof startFakeDns>[0]): Promise<FakeDns> {
  const server = await startFakeDns(say);
  running.push(server);
  return server;
}

const GOOD: Said = { answers: [a(NAME, '1.1.1.1')] };
/** An address of an attacker. */
const FORGED: Said = { answers: [a(NAME, '6.6.6.6')] };
const chain = (length: number) =>
  Array.from({ length }, (_, i) => cname(i === 0 ? NAME : `link${i}.site.com`, `link${i + 1}.site.com`));
/** Answers only the question for IPv4 addresses. */
const only4 =
  (...said: Said[]) =>
  ({ type }: Question) =>
    type === 'A' ? said : {};
const answers4 = (...answers: NonNullable<Said['answers']>[number][]) => only4({ answers });

describe('addresses', () => {
  it.each<[what: string, say: Parameters<typeof startFakeDns>[0], expected: unknown]>([
    [
      'both families, IPv4 first',
      ({ type }) => (type === 'A' ? GOOD : { answers: [aaaa(NAME, '2606:4700::1')] }),
      ['1.1.1.1', '2606:4700::1'],
    ],
    ['a chain of aliases', answers4(...chain(3), a('link3.site.com', '1.1.1.1')), ['1.1.1.1']],
    ['a chain in any order', answers4(a('link3.site.com', '1.1.1.1'), ...chain(3).reverse()), ['1.1.1.1']],
    ['names in any case', answers4(a('WWW.Site.COM', '1.1.1.1')), ['1.1.1.1']],
    ['the longest chain that is followed', answers4(...chain(16), a('link16.site.com', '1.1.1.1')), ['1.1.1.1']],
    ['a chain of 17', answers4(...chain(17), a('link17.site.com', '1.1.1.1')), /aliases/],
    ['a loop of aliases', answers4(cname(NAME, 'b.site.com'), cname('b.site.com', NAME)), /aliases/],
    ['an alias that leads nowhere', answers4(cname(NAME, 'gone.site.com')), /no A record/],
    ['addresses of another name', answers4(a('other.com', '1.1.1.1')), /no A record/],
    ['no address', () => ({}), /no A record/],
    ['no such name', () => ({ rcode: NXDOMAIN }), /does not exist/],
    ['a server that fails', () => ({ rcode: SERVFAIL }), /SERVFAIL/],
    ['a server that refuses', () => ({ rcode: REFUSED }), /REFUSED/],
    ['a forged id before the real answer', only4({ ...FORGED, wrongId: true }, GOOD), ['1.1.1.1']],
    ['an answer to another question before the real one', only4({ ...FORGED, wrongQuestion: true }, GOOD), ['1.1.1.1']],
    ['garbage before the real answer', only4({ raw: Buffer.from('garbage') }, GOOD), ['1.1.1.1']],
    [
      'an answer that was cut',
      (question, transport) => only4(transport === 'udp' ? { cut: true } : GOOD)(question),
      ['1.1.1.1'],
    ],
    ['no IPv6 because its question fails', ({ type }) => (type === 'A' ? GOOD : { rcode: SERVFAIL }), ['1.1.1.1']],
  ])('resolves: %s', async (_what, say, expected) => {
    const server = await serve(say);
    const found = await createDnsResolver([server.address], () => 0).resolveAddresses(NAME);
    if (expected instanceof RegExp)
      expect(found).toMatchObject({ kind: 'failed', detail: expect.stringMatching(expected) });
    else expect(found).toEqual({ kind: 'addresses', addresses: expected });
  });

  it('queries a second server if the first is silent, and then stops', async () => {
    const silent = await serve(() => ({ silent: true }));
    const good = await serve(() => ({ answers: [a(NAME, '1.1.1.1')] }));
    const [found, lost] = await Promise.all([
      createDnsResolver([silent.address, good.address], () => 0).resolveAddresses(NAME),
      createDnsResolver([silent.address], () => 0).resolveAddresses(NAME),
    ]);
    expect(found).toEqual({ kind: 'addresses', addresses: ['1.1.1.1'] });
    expect(lost).toEqual({ kind: 'failed', detail: 'no answer' });
    expect(silent.asked.filter((question) => question.startsWith('A '))).toHaveLength(3);
  });

  it('shares concurrent lookups, and queries again after the TTL', async () => {
    let now = 0;
    const server = await serve(({ type }) => (type === 'A' ? { answers: [a(NAME, '1.1.1.1', 30)] } : {}));
    const resolver = createDnsResolver([server.address], () => now);
    await Promise.all([resolver.resolveAddresses(NAME), resolver.resolveAddresses(NAME)]);
    await resolver.resolveAddresses(NAME);
    expect(server.asked).toHaveLength(2);
    now = 30_000;
    await resolver.resolveAddresses(NAME);
    expect(server.asked).toHaveLength(4);
  });

  it('does not cache failures', async () => {
    const server = await serve(() => ({ rcode: NXDOMAIN }));
    const resolver = createDnsResolver([server.address], () => 0);
    await resolver.resolveAddresses(NAME);
    await resolver.resolveAddresses(NAME);
    expect(server.asked).toHaveLength(4);
  });

  it('queries the exact name without a search domain', async () => {
    const server = await serve(() => ({ rcode: NXDOMAIN }));
    await createDnsResolver([server.address], () => 0).resolveAddresses('intranet.site.com');
    expect(server.asked.toSorted()).toEqual(['A intranet.site.com udp', 'AAAA intranet.site.com udp']);
  });
});

describe('TXT', () => {
  const PROOF = '_svc-verify.site.com';
  const TOKEN = 'svc-verify=aaaa';

  async function txtBy(...said: ((question: Question, transport: 'udp' | 'tcp') => Said)[]) {
    const servers = await Promise.all(said.map(serve));
    const found = await createDnsResolver(
      servers.map(({ address }) => address),
      () => 0,
    ).resolveTxt(PROOF);
    return { found, servers };
  }
  const sees = () => ({ answers: [txt(PROOF, TOKEN)] });
  const nothing = () => ({});
  const gone = () => ({ rcode: NXDOMAIN });
  const broken = () => ({ rcode: SERVFAIL });

  it.each<[what: string, said: ((question: Question) => Said)[], expected: unknown]>([
    ['all see it', [sees, sees, sees], { kind: 'records', records: [TOKEN] }],
    ['two of three see it', [sees, gone, sees], { kind: 'records', records: [TOKEN] }],
    ['one of three sees it, two see none', [sees, gone, nothing], { kind: 'absent', nameExists: true }],
    ['one sees it, one fails, one sees none', [sees, broken, nothing], { kind: 'failed' }],
    [
      'one sees it, two see others',
      [sees, () => ({ answers: [txt(PROOF, 'b')] }), () => ({ answers: [txt(PROOF, 'c')] })],
      { kind: 'failed' },
    ],
    [
      'nobody sees it, and most say that there is no such name',
      [gone, nothing, gone],
      { kind: 'absent', nameExists: false },
    ],
    ['two of three fail', [broken, broken, sees], { kind: 'failed' }],
    ['one of two sees it', [sees, gone], { kind: 'failed' }],
    ['one alone sees it', [sees], { kind: 'records', records: [TOKEN] }],
    [
      'only what a majority sees counts',
      [() => ({ answers: [txt(PROOF, 'x'), txt(PROOF, TOKEN)] }), sees, sees],
      { kind: 'records', records: [TOKEN] },
    ],
  ])('handles: %s', async (_what, said, expected) => {
    const { found, servers } = await txtBy(...said);
    expect(found).toMatchObject({ ...(expected as object) });
    expect(servers.every(({ asked }) => asked.length > 0)).toBe(true);
  });

  it('counts a repeated server once in the majority', async () => {
    const [seeing, blind] = [await serve(sees), await serve(nothing)];
    const addresses = [seeing.address, seeing.address, blind.address];
    expect(await createDnsResolver(addresses, () => 0).resolveTxt(PROOF)).toMatchObject({ kind: 'failed' });
    expect(seeing.asked).toHaveLength(1);
  });

  it.each<[what: string, answers: ReturnType<typeof txt>[], records: string[]]>([
    ['strings of one record are one text', [txt(PROOF, 'svc-', 'verify=', 'aaaa')], [TOKEN]],
    [
      'somebody else’s token by a wildcard is there, and is not ours',
      [txt(PROOF, 'svc-verify=bbbb')],
      ['svc-verify=bbbb'],
    ],
    [
      '100 records, ours last',
      [...Array.from({ length: 99 }, (_, i) => txt(PROOF, `r${i}`)), txt(PROOF, TOKEN)],
      [...Array.from({ length: 99 }, (_, i) => `r${i}`), TOKEN],
    ],
    [
      'nothing is read behind the hundredth',
      Array.from({ length: 150 }, (_, i) => txt(PROOF, `r${i}`)),
      Array.from({ length: 100 }, (_, i) => `r${i}`),
    ],
    ['30 kB in one record', [txt(PROOF, ...new Array(120).fill('x'.repeat(250)))], ['x'.repeat(30_000)]],
    ['an empty string', [txt(PROOF, '')], ['']],
    ['bytes that are not text', [txt(PROOF, Buffer.from([0, 255, 254]))], ['\u0000\uFFFD\uFFFD']],
  ])('reads over TCP: %s', async (_what, answers, records) => {
    // Longer answers do not fit into a datagram and need TCP.
    const { found } = await txtBy((_question, transport) => (transport === 'udp' ? { cut: true } : { answers }));
    expect(found).toEqual({ kind: 'records', records });
  });

  it('follows an alias', async () => {
    const { found } = await txtBy(() => ({
      answers: [cname(PROOF, 'proofs.site.com'), txt('proofs.site.com', TOKEN)],
    }));
    expect(found).toEqual({ kind: 'records', records: [TOKEN] });
  });
});
