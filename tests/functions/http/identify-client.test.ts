import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientNetwork } from '../../../functions/http/pipeline/client-network.ts';
import { type Client, createIdentifyClient } from '../../../functions/http/pipeline/identify-client.ts';
import { parseTrustedProxy, type TrustedProxy } from '../../../src/runtime/trusted-proxy.ts';

const PUBLIC = 'https://directory.net';
const EDGE = '203.0.113.80';
const OWNER = '198.51.100.1';

function trust(setting: string): TrustedProxy {
  const trusted = parseTrustedProxy(setting);
  if (trusted === null) throw new Error(`no setting: ${setting}`);
  return trusted;
}

function identify(setting: string, socket: string, headers: Record<string, string> = {}, baseUrl = PUBLIC): Client {
  const identifyClient = createIdentifyClient({ trustedProxy: trust(setting), baseUrl });
  return identifyClient(socket, new Request('http://server/', { headers }));
}

describe('TRUSTED_PROXY', () => {
  it.each(['none', '1', '8', '10.0.0.0/8', '10.0.0.1, 2001:db8::/32', '::1'])('accepts %s', (text) => {
    expect(parseTrustedProxy(text)).not.toBeNull();
  });

  it.each(['true', '0', '01', '9', '-1', '10.0.0.0/33', '10', '10.0.0.1,', 'proxy.net', '1.2.3', ''])(
    'refuses "%s"',
    (text) => {
      expect(parseTrustedProxy(text)).toBeNull();
    },
  );
});

describe('client of a request', () => {
  it.each([
    ['X-Forwarded-For', { 'x-forwarded-for': OWNER }, OWNER],
    ['X-Forwarded-For with a port', { 'x-forwarded-for': `${OWNER}:4711` }, OWNER],
    ['X-Forwarded-For with IPv6', { 'x-forwarded-for': '2001:db8:1:2:3::4' }, '2001:db8:1:2::/64'],
    ['X-Forwarded-For with IPv6 and a port', { 'x-forwarded-for': '[2001:db8:1:2:3::4]:4711' }, '2001:db8:1:2::/64'],
    ['X-Forwarded-For with a mapped address', { 'x-forwarded-for': `::ffff:${OWNER}` }, OWNER],
    ['Forwarded', { forwarded: `for=${OWNER};proto=https` }, OWNER],
    ['Forwarded with a port', { forwarded: `proto=https; For="${OWNER}:4711"` }, OWNER],
    ['Forwarded with IPv6', { forwarded: 'for="[2001:db8:1:2:3::4]:4711";by=10.0.0.1' }, '2001:db8:1:2::/64'],
    ['both, which agree', { forwarded: `for=${OWNER}`, 'x-forwarded-for': `${OWNER}:80` }, OWNER],
    ['a second field that agrees', { 'x-forwarded-for': OWNER, 'x-real-ip': OWNER }, OWNER],
  ])('comes from %s with one proxy', (_, headers, network) => {
    const client = identify('1', '10.0.0.1', headers);
    expect([client.network, client.isDistinct()]).toEqual([network, true]);
  });

  it.each([
    ['an address before the last', { 'x-forwarded-for': `${OWNER}, ${EDGE}` }, EDGE],
    ['no field', {}, '10.0.0.1'],
    ['an empty field', { 'x-forwarded-for': '' }, '10.0.0.1'],
    ['a name', { 'x-forwarded-for': 'unknown' }, '10.0.0.1'],
    ['an obfuscated name', { forwarded: 'for=_hidden' }, '10.0.0.1'],
    ['fields that differ', { forwarded: `for=${OWNER}`, 'x-forwarded-for': EDGE }, '10.0.0.1'],
    ['a private address', { 'x-forwarded-for': '192.168.1.7' }, '192.168.1.7'],
    ['another client in a field of a CDN', { 'x-forwarded-for': EDGE, 'cf-connecting-ip': OWNER }, EDGE],
    ['the origin of another site', { 'x-forwarded-for': OWNER, origin: 'https://evil.net' }, OWNER],
    ['the origin of a sandboxed page', { 'x-forwarded-for': OWNER, origin: 'null' }, OWNER],
  ])('lacks a distinct address with one proxy and %s', (_, headers, network) => {
    const client = identify('1', '10.0.0.1', headers);
    expect([client.network, client.isDistinct()]).toEqual([network, false]);
  });

  it.each([
    ['two proxies', '2', '10.0.0.1', `${OWNER}, ${EDGE}`, OWNER],
    ['networks', '10.0.0.0/8,203.0.113.0/24', '10.0.0.1', `${OWNER}, ${EDGE}`, OWNER],
    ['the network of one proxy', '10.0.0.0/8', '::ffff:10.0.0.1', OWNER, OWNER],
  ])('matches the address before %s', (_, setting, socket, hops, network) => {
    const client = identify(setting, socket, { 'x-forwarded-for': hops });
    expect([client.network, client.isDistinct()]).toEqual([network, true]);
  });

  it.each([
    ['an edge that the networks lack', '10.0.0.0/8', '10.0.0.1', { 'x-forwarded-for': `${OWNER}, ${EDGE}` }],
    ['proxies alone', '10.0.0.0/8', '10.0.0.1', { 'x-forwarded-for': '10.0.0.7' }],
    ['a connection from elsewhere', '10.0.0.0/8', '192.0.2.9', { 'x-forwarded-for': OWNER }],
    ['a proxy less than the setting says', '2', '10.0.0.1', { 'x-forwarded-for': OWNER }],
    ['TLS that somebody else ends', 'none', OWNER, {}],
  ])('lacks a distinct address with %s', (_, setting, socket, headers) => {
    expect(identify(setting, socket, headers).isDistinct()).toBe(false);
  });

  it('counts as distinct without a proxy', () => {
    expect(identify('none', OWNER, {}, 'http://directory.net').isDistinct()).toBe(true);
    expect(identify('none', '192.168.1.7', {}, 'http://directory.net').isDistinct()).toBe(false);
    for (const field of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect(identify('none', OWNER, { [field]: '1.1 edge' }, 'http://directory.net').isDistinct()).toBe(false);
    expect(identify('none', '127.0.0.1', {}, 'http://localhost:4321').isDistinct()).toBe(true);
  });
});

const SILENT = 'passes all fields on';

/** Applies a proxy to the fields of a request from `peer`. */
const PROXIES: Readonly<Record<string, (fields: Map<string, string>, peer: string) => void>> = {
  'appends to X-Forwarded-For': (fields, peer) => append(fields, 'x-forwarded-for', peer),
  'appends address and port': (fields, peer) => append(fields, 'x-forwarded-for', `${bracketed(peer)}:4711`),
  'appends to Forwarded': (fields, peer) => append(fields, 'forwarded', `for="${bracketed(peer)}"`),
  'appends to both': (fields, peer) => {
    append(fields, 'x-forwarded-for', peer);
    append(fields, 'forwarded', `for="${bracketed(peer)}"`);
  },
  'sets a field of its own': (fields, peer) => void fields.set('cf-connecting-ip', peer),
  [SILENT]: () => {},
};

function append(fields: Map<string, string>, name: string, value: string): void {
  const before = fields.get(name);
  fields.set(name, before === undefined ? value : `${before}, ${value}`);
}

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);

describe('claims of two clients', () => {
  const address = fc.oneof(
    fc
      .tuple(fc.constantFrom('198.51.100', '192.0.2', '10.1.2', '100.64.0'), fc.nat(255))
      .map(([net, n]) => `${net}.${n}`),
    fc.nat(0xff).map((n) => `2001:db8:0:${n.toString(16)}::5`),
  );
  // Leave out proxies without a trace before another proxy, because they look like a client.
  const traces = fc.constantFrom(...Object.keys(PROXIES).filter((act) => act !== SILENT));
  const proxies = fc
    .tuple(
      fc.uniqueArray(fc.record({ address, act: traces }), { maxLength: 3, selector: (one) => one.address }),
      fc.array(fc.record({ address, act: fc.constant(SILENT) }), { maxLength: 1 }),
    )
    .map((parts) => parts.flat());
  const origin = fc.constantFrom(undefined, PUBLIC, 'https://evil.net', 'null');
  const settings = fc.oneof(
    fc.constant('right'),
    fc.constantFrom('none', '1', '2', '3', '10.0.0.0/8', '198.51.100.0/24,10.0.0.0/8', '2001:db8::/48'),
    address,
  );
  const forged = fc.dictionary(
    fc.constantFrom('x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'),
    fc.oneof(address, fc.constantFrom('unknown', 'owner', 'for=owner', 'owner, owner')),
    { maxKeys: 3 },
  );
  const setups = fc.record({
    owner: address,
    stranger: address,
    proxies,
    settings,
    origins: fc.tuple(origin, origin),
    forged,
  });

  it('always differ, for any proxies, settings and forged fields', () => {
    let distinct = 0;
    fc.assert(
      fc.property(setups, ({ owner, stranger, proxies, settings, origins, forged }) => {
        fc.pre(clientNetwork(owner) !== clientNetwork(stranger));
        const lies = Object.entries(forged).map(([name, value]) => [name, value.replaceAll('owner', owner)] as const);
        const count = proxies.filter(({ act }) => act !== SILENT).length;
        const setting = settings === 'right' ? String(Math.max(1, count)) : settings;
        const seenOwner = throughProxies(owner, [], origins[0]);
        const seenStranger = throughProxies(stranger, lies, origins[1]);
        if (!seenOwner.isDistinct()) return;
        distinct += 1;
        expect(seenStranger.isDistinct() && seenStranger.network === seenOwner.network).toBe(false);

        function throughProxies(from: string, sent: (readonly [string, string])[], origin: string | undefined): Client {
          const fields = new Map(sent);
          let peer = from;
          for (const { address, act } of proxies) {
            PROXIES[act]?.(fields, peer);
            peer = address;
          }
          if (origin !== undefined) fields.set('origin', origin);
          return identify(setting, peer, Object.fromEntries(fields));
        }
      }),
      { numRuns: 10_000 },
    );
    // Check the number, because the property is meaningful only if many setups distinguish clients.
    expect(distinct).toBeGreaterThan(200);
  });
});
