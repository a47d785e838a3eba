import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HELD_BYTES_OF_NETWORK } from '../../../src/operations/quotas.ts';
import { networkKey } from '../../../src/operations/take-budgets.ts';
import { claimFor, tokenFor } from '../../../src/ownership/claim.ts';
import { countInMemory } from '../../store/count-in-memory.ts';
import { fakeStore, NEVER_CLAIMED, toFacts } from './fake-store.ts';
import { BASE_URL, serveFake } from './serve-fake.ts';

describe('registering a site', () => {
  it('queues a new domain', async () => {
    const tracked: (readonly string[])[] = [];
    const { send, queued } = serveFake({
      track: async (domains) => {
        tracked.push(domains);
        return { added: 1, known: 0 };
      },
    });
    const response = await send('POST', '/v1/sites', { domain: 'https://www.Example.com/path?query' });
    expect(response.status).toBe(202);
    expect(response.headers.get('location')).toBe(`${BASE_URL}/v1/domain/example.com`);
    expect(await response.json()).toEqual({
      domain: 'example.com',
      status: 'pending',
      queued: true,
      lookup: `${BASE_URL}/v1/domain/example.com`,
      verification: expect.objectContaining({ domain: 'example.com' }),
      benefits: expect.arrayContaining([expect.stringContaining('+15 authority')]),
    });
    expect(tracked).toEqual([['example.com']]);
    expect(queued).toEqual(['example.com']);
  });

  it('answers 200 for a tracked domain', async () => {
    const { send, queued } = serveFake({
      track: async () => ({ added: 0, known: 1 }),
      lookup: async (domain) => toFacts(domain),
    });
    const response = await send('POST', '/v1/sites', { domain: 'example.com' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ domain: 'example.com', status: 'valid', queued: false });
    expect(queued).toEqual([]);
  });

  it('appears at once in cached lists', async () => {
    let total = 0;
    const { get, send } = serveFake({
      list: async () => ({ total, totalIsEstimate: false, results: [] }),
      track: async () => ({ added: 1, known: 0 }),
    });
    expect(await (await get('/v1/domains?include_unlisted=1')).json()).toMatchObject({ total: 0 });
    total = 1;
    await send('POST', '/v1/sites', { domain: 'example.com' });
    expect(await (await get('/v1/domains?include_unlisted=1')).json()).toMatchObject({ total: 1 });
  });

  it('refuses a network after too many bytes of unverified sites', async () => {
    const asked: string[] = [];
    const { send, context } = serveFake({
      getClaimStanding: async () => NEVER_CLAIMED,
      track: async () => ({ added: 1, known: 0 }),
      takeQuotas: countInMemory(() => 0),
      countHeldBytes: async (network) => {
        asked.push(network);
        return network === asked[0] ? HELD_BYTES_OF_NETWORK : HELD_BYTES_OF_NETWORK - 1;
      },
    });
    const register = (client: string) =>
      send('POST', '/v1/sites', { domain: 'example.com' }, { 'x-forwarded-for': client });
    const refused = await register('198.51.100.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400']);
    expect((await register('198.51.100.200')).status).toBe(429);
    expect((await register('203.0.113.1')).status).toBe(202);
    expect(asked[0]).toBe(networkKey('198.51.100.7', context.fingerprint));
  });

  /** Serves an empty directory without limits per minute. */
  const unknown = (perDay = 10_000) => {
    const fake = serveFake(
      {
        getClaimStanding: async () => NEVER_CLAIMED,
        track: async () => ({ added: 1, known: 0 }),
        takeQuotas: countInMemory(() => 0),
      },
      { registrationsPerDay: perDay, limiter: { take: () => ({ allowed: true, states: [] }) } },
    );
    const register = (domain: string, address = '203.0.113.1') =>
      fake.send('POST', '/v1/sites', { domain }, { 'x-forwarded-for': address });
    return { ...fake, register };
  };
  const toRefusal = async (response: Response) => {
    const { code, detail } = await response.json();
    return [response.status, code, response.headers.get('retry-after'), detail];
  };

  it.each([
    ['a subdomain below its domain', 'example.com'],
    ['a free subdomain below the paid domain', 'pages.dev'],
  ])('counts %s, 50 a day from all networks', async (_, parent) => {
    const { register } = unknown();
    for (let i = 0; i < 50; i += 1) expect((await register(`sub${i}.${parent}`, `192.0.${i}.1`)).status).toBe(202);
    const detail = expect.stringContaining(`below ${parent}`);
    expect(await toRefusal(await register(`one-more.${parent}`))).toEqual([429, 'rate.limited', '86400', detail]);
    expect((await register('example.org')).status).toBe(202);
  });

  it('accepts a domain after any number of names below it', async () => {
    const { register } = unknown();
    for (let i = 0; i < 51; i += 1) await register(`sub${i}.example.com`, `192.0.${i}.1`);
    expect((await register('www.example.com')).status).toBe(202);
  });

  it('reserves the last fifth of names below a domain for new networks', async () => {
    const { register } = unknown();
    for (let i = 0; i < 40; i += 1) expect((await register(`sub${i}.example.com`)).status).toBe(202);
    const detail = expect.stringContaining('below example.com');
    expect(await toRefusal(await register('other.example.com'))).toEqual([429, 'rate.limited', '86400', detail]);
    expect((await register('other.example.com', '198.51.100.1')).status).toBe(202);
  });

  it('reserves the last fifth of the day of the service, and counts no refused request', async () => {
    const { register } = unknown(100);
    for (let i = 0; i < 300; i += 1) await register(`site${i}.com`, `192.0.2.${i % 250}`);
    for (let i = 0; i < 20; i += 1) {
      expect((await register(`other${i}.com`, `198.51.${i}.1`)).status).toBe(202);
      expect((await register(`second${i}.com`, `198.51.${i}.2`)).status).toBe(429);
    }
    expect((await register('late.com')).status).toBe(429);
  });

  it.each([
    ['an IPv6 /48', (i: number) => `2001:db8:7:${i.toString(16)}::1`, '2001:db8:8::1'],
    ['an IPv4 /24', (i: number) => `198.51.100.${i % 250}`, '198.51.101.1'],
  ])('accepts 1,000 new domains a day of %s', async (_what, addressOf, other) => {
    const { register } = unknown();
    for (let i = 0; i < 1_000; i += 1) await register(`site${i}.com`, addressOf(i));
    const detail = expect.stringContaining('from your network');
    expect(await toRefusal(await register('more.com', addressOf(0)))).toEqual([429, 'rate.limited', '86400', detail]);
    expect((await register('other.com', other)).status).toBe(202);
  });

  it('accepts the configured number of new domains a day, and all known domains', async () => {
    const { context, register } = unknown(2);
    expect([(await register('a.com')).status, (await register('b.com')).status]).toEqual([202, 202]);
    const detail = expect.stringContaining('in this directory');
    expect(await toRefusal(await register('c.com'))).toEqual([429, 'rate.limited', '86400', detail]);
    const known = { ...context.store, getClaimStanding: fakeStore({}).getClaimStanding };
    const again = serveFake({ ...known, track: async () => ({ added: 0, known: 1 }) });
    expect((await again.send('POST', '/v1/sites', { domain: 'a.com' })).status).toBe(200);
  });

  const refused: [what: string, body: unknown, errors: [pointer: string, detail: string][]][] = [
    ['no member', {}, [['/domain', 'must be a domain name']]],
    ['a list', { domain: ['example.com'] }, [['/domain', 'must be a domain name']]],
    [
      'unknown members, one of them __proto__',
      '{"domain":"example.com","__proto__":{},"a/b~c":1}',
      [
        ['/__proto__', 'is not a known member'],
        ['/a~1b~0c', 'is not a known member'],
      ],
    ],
    ['a repeated member', '{"domain":"example.com","domain":"example.net"}', [['/domain', 'must be given once']]],
    ['text that is not JSON', '{"domain":', [['', 'is not JSON in UTF-8']]],
    ['an empty body', '', [['', 'is not JSON in UTF-8']]],
    ['invalid UTF-8', Buffer.from('{"domain":"\xff"}', 'latin1'), [['', 'is not JSON in UTF-8']]],
    ['an array', '["example.com"]', [['', 'must be an object']]],
    ['a deep body', '['.repeat(20_000) + ']'.repeat(20_000), [['', 'must be an object']]],
  ];
  it.each(refused)('refuses %s', async (_, body, errors) => {
    const response = await serveFake({}).send('POST', '/v1/sites', body);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual(errors.map(([pointer, detail]) => ({ pointer, detail })));
  });

  it('refuses a body over 64 KiB', async () => {
    const statuses = [0, 1].map(async (more) => {
      const body = JSON.stringify({ domain: '' }).replace('""', `"${'x'.repeat(65_523 + more)}"`);
      return [body.length, (await serveFake({}).send('POST', '/v1/sites', body)).status];
    });
    expect(await Promise.all(statuses)).toEqual([
      [65_536, 400],
      [65_537, 413],
    ]);
  });

  const types: [fields: Record<string, string>, status: number][] = [
    [{ 'content-type': 'application/json; charset=utf-8' }, 200],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 415],
    [{ 'content-type': 'application/json', 'content-encoding': 'identity' }, 200],
  ];
  it.each(types)('answers for %j with %i', async (fields, status) => {
    const { send } = serveFake({
      track: async () => ({ added: 0, known: 1 }),
      lookup: async () => toFacts('example.com'),
    });
    const response = await send('POST', '/v1/sites', { domain: 'example.com' }, fields);
    expect(response.status).toBe(status);
    if (status === 415) expect((await response.json()).code).toBe('media.unsupported');
  });
});

describe('answer with verification steps', () => {
  const store = { lookup: async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null) };

  it('contains a stable token, four snippets, and the URL that redeems the token', async () => {
    const { get } = serveFake(store);
    const path = '/v1/sites/example.com/verification';
    const verification = await (await get(path)).json();
    expect(await (await get(path)).json()).toEqual(verification);
    const { token, verify_endpoint, methods } = verification;
    expect(token).toMatch(/^[A-Z2-7]{32}$/);
    const claim = new URL(verify_endpoint).searchParams.get('claim') ?? '';
    expect(claim).toMatch(/^[0-9a-f]{32}$/);
    expect(verify_endpoint).toBe(`${BASE_URL}/v1/sites/example.com/verify?claim=${claim}`);
    expect(methods.map(({ method, snippet }: { method: string; snippet: string }) => [method, snippet])).toEqual([
      [
        'llms_txt',
        `- [The \\[directory\\]](${BASE_URL}/domain/example.com?verify=${token}): the directory entry of example.com`,
      ],
      ['dns', `_svc-verify.example.com. IN TXT "svc-verify=${token}"`],
      ['meta', `<meta name="svc-verify" content="${token}">`],
      ['well_known', token],
    ]);
    // Encode the first 160 bits of the hash in RFC 4648 base32.
    const bits = createHash('sha256').update(`svc-verify|example.com|${claim}|0`).digest('hex').slice(0, 40);
    const decoded = [...token]
      .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
      .join('');
    expect(BigInt(`0b${decoded}`).toString(16).padStart(40, '0')).toBe(bits);
  });

  it('differs between clients, domains, secrets and generations', () => {
    const claims = [
      claimFor('secret', '192.0.2.1', 'example.com'),
      claimFor('secret', '192.0.2.2', 'example.com'),
      claimFor('secret', '192.0.2.1', 'example.net'),
      claimFor('other', '192.0.2.1', 'example.com'),
    ];
    const tokens = claims.flatMap((claim) =>
      ['example.com', 'example.net'].flatMap((domain) => [0, 1].map((count) => tokenFor(domain, claim, count))),
    );
    expect(new Set(tokens).size).toBe(16);
  });

  it('names both possible places of an untracked domain', async () => {
    const { methods } = await (await serveFake(store).get('/v1/sites/example.net/verification')).json();
    expect(methods[0].description).toContain('https://example.net/llms.txt or https://www.example.net/llms.txt');
  });

  it('names the place of the file in the record', async () => {
    const lookup = async (domain: string) => toFacts(domain, { llms_txt: `https://www.${domain}/llms.txt` });
    const { methods } = await (await serveFake({ lookup }).get('/v1/sites/example.com/verification')).json();
    const descriptions = methods.map(({ description }: { description: string }) => description);
    expect(descriptions).toEqual([
      'Recommended: add this list item to https://www.example.com/llms.txt.',
      'Add this TXT record to the zone of example.com.',
      'Add this element to the head of https://www.example.com/.',
      'Serve this text as https://www.example.com/.well-known/svc-verify.txt.',
    ]);
  });
});
