import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../src/alerts/deliver.ts';
import { claimFor, tokenFor } from '../../src/ownership/claim.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { BASE_URL, SERVER_SECRET, serveFake } from '../functions/http/serve-fake.ts';
import { leaseOne } from '../store/lease-one.ts';
import { DAY, LISTED, MINUTE, T0, toVisit } from '../store/sample-visit.ts';
import { visitAll } from '../store/visit-all.ts';
import { anOwnerKey } from './an-owner-key.ts';
import { serveOwners } from './serve-owners.ts';
import { toCopy } from './to-copy.ts';

const owners = await serveOwners();
closeAfterAll(owners);

let number = 0;
/** Tracked domain that no other test uses. */
let domain = '';
beforeEach(async () => {
  number += 1;
  domain = `bakery${number}.com`;
  owners.clock.now = T0;
  owners.receiver.status = 204;
  await owners.store.track([domain]);
});

/** Sends a request of another client. */
const fromElsewhere = (method: string, path: string) =>
  owners.send(method, path, undefined, { 'x-forwarded-for': '198.51.100.7' });
/** Verifies the domain. Returns its key and the requests of its owner. */
async function verifyOwner() {
  const key = await owners.verified(domain);
  const ask = owners.as(key);
  const stats = async () => await (await ask('GET', `/v1/sites/${domain}/stats`)).json();
  return {
    key,
    stats,
    patch: (body: unknown) => ask('PATCH', `/v1/sites/${domain}`, body),
    test: () => ask('POST', `/v1/sites/${domain}/notify/test`),
    notifications: async () => (await stats()).notifications,
  };
}
const toCode = async (response: Response) => [response.status, (await response.json()).code];
/** Visits the domain with the result `LISTED`. */
const visit = (at = owners.clock.now, next = LISTED) => visitAll(owners.store, [domain], at, () => [next]);

describe('verifying', () => {
  it('gives the key once and reports every method', async () => {
    const { redeem } = await owners.publish(domain);
    const response = await owners.send('POST', redeem);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const result = await response.json();
    expect(result).toMatchObject({ verified: true, via: 'dns', api_key: expect.stringMatching(/^svk_live_\w{49}$/) });
    expect(result.badge).toEqual({
      url: `${BASE_URL}/badge/${domain}.svg`,
      page: `${BASE_URL}/domain/${domain}`,
      html: expect.stringContaining('<img'),
      markdown: expect.stringContaining('[!['),
    });
    expect(result.methods).toHaveLength(4);
    expect(owners.changed).toContain(domain);
    expect(await (await owners.get(`/v1/domain/${domain}`)).json()).toMatchObject({ verified: true });
  });

  it('raises authority and tier at once, also in cached lists', async () => {
    await visit(T0, {
      ...LISTED,
      authority: 60,
      tier: 'listed',
      components: { reach: 60, trust: 80, quality: 60, freshness: 20 },
    });
    const before = await (await owners.get(`/v1/domains?verified=1`)).json();
    const { redeem } = await owners.publish(domain);
    await owners.send('POST', redeem);
    expect(await (await owners.get(`/v1/domain/${domain}`)).json()).toMatchObject({
      authority: 76,
      tier: 'featured',
      verified: true,
    });
    expect((await (await owners.get('/v1/domains?verified=1')).json()).total).toBe(before.total + 1);
    expect(await owners.store.verifyCounters()).toEqual([]);
  });

  it('answers 422 with the expected proof, its places, and the content found', async () => {
    const { token } = await (await owners.get(`/v1/sites/${domain}/verification`)).json();
    const response = await owners.send('POST', `/v1/sites/${domain}/verify`);
    const problem = await response.json();
    expect([response.status, problem.code]).toEqual([422, 'proof.not_found']);
    expect(problem.next_look_s).toBe(10);
    expect(problem.methods).toHaveLength(4);
    expect(problem.methods[0]).toEqual({
      method: 'llms_txt',
      outcome: 'absent',
      looked_for: expect.stringContaining(token),
      where: `https://${domain}/llms.txt`,
      seen: 'nothing',
    });
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.net' }],
    ['an address before our proxy', { 'x-forwarded-for': '192.0.2.1, 203.0.113.9' }],
    ['no address', { 'x-forwarded-for': 'unknown' }],
  ])('needs the claim of the token from %s', async (_, fields) => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => await (await owners.get(`/v1/sites/${domain}/verification`, fields)).json()),
    );
    expect(first.token).not.toBe(second.token);
    await owners.publish(domain);
    const path = `/v1/sites/${domain}/verify`;
    const refused = await owners.send('POST', path, undefined, fields);
    const problem = await refused.json();
    expect([refused.status, problem.code]).toEqual([422, 'claim.missing']);
    expect(problem.detail).toContain(`${BASE_URL}${path}?claim=`);
    const { verify_endpoint } = await (await owners.get(`/v1/sites/${domain}/verification`)).json();
    const redeemed = await owners.send('POST', verify_endpoint.slice(BASE_URL.length), undefined, fields);
    expect(redeemed.status).toBe(200);
  });

  it('repeats a lost answer once within two minutes, to the same claim only', async () => {
    const { redeem } = await owners.publish(domain);
    const stranger = await (await fromElsewhere('GET', `/v1/sites/${domain}/verification`)).json();
    const first = await (await owners.send('POST', redeem)).json();
    owners.clock.now += 2 * MINUTE - 1;
    // The address alone may belong to a neighbor.
    expect((await owners.send('POST', `/v1/sites/${domain}/verify`)).status).toBe(422);
    expect(await (await owners.send('POST', redeem)).json()).toEqual(first);
    expect((await owners.send('POST', redeem)).status).toBe(422);
    const theirs = stranger.verify_endpoint.slice(BASE_URL.length);
    for (const path of [
      theirs,
      `/v1/sites/${domain}/verify`,
      `${redeem.slice(0, -1)}${redeem.endsWith('0') ? 1 : 0}`,
    ]) {
      expect((await fromElsewhere('POST', path)).status).toBe(422);
    }
    expect((await owners.as(first.api_key)('GET', `/v1/sites/${domain}/stats`)).status).toBe(200);
    // The key is not stored, and there is no second key.
    expect(await toCopy(owners.store, domain)).not.toContain(first.api_key);
  });

  it.each<[what: string, between: (key: string, token: string) => unknown]>([
    ['after two minutes', () => (owners.clock.now += 2 * MINUTE)],
    ['after the key was used', (key) => owners.as(key)('GET', `/v1/sites/${domain}/stats`)],
    ['after the proof is gone', () => owners.published.delete(domain)],
    ['after the key was suspended', () => visit(T0, { ...LISTED, verified: false, verified_at: null, proof: null })],
  ])('does not answer again %s', async (_, between) => {
    const { redeem, token } = await owners.publish(domain);
    const { api_key } = await (await owners.send('POST', redeem)).json();
    await between(api_key, token);
    expect(await toCode(await owners.send('POST', redeem))).toEqual([422, 'proof.not_found']);
  });

  it('gives a new key again and revokes the old key', async () => {
    const first = await owners.verified(domain);
    const since = (await owners.store.lookup(domain))?.verified_at;
    owners.clock.now += 1_000;
    const second = await owners.verified(domain);
    expect(second).not.toBe(first);
    expect(await toCode(await owners.as(first)('GET', `/v1/sites/${domain}/stats`))).toEqual([401, 'key.invalid']);
    expect((await owners.as(second)('GET', `/v1/sites/${domain}/stats`)).status).toBe(200);
    expect((await owners.store.lookup(domain))?.verified_at).toBe(since);
  });

  it.each([
    ['a claim that is none', '?claim=x', 400, 'request.invalid'],
    ['two claims', `?claim=${'0'.repeat(32)}&claim=${'1'.repeat(32)}`, 400, 'request.invalid'],
  ])('refuses %s', async (_, query, status, code) => {
    expect(await toCode(await owners.send('POST', `/v1/sites/${domain}/verify${query}`))).toEqual([status, code]);
  });
  it('refuses a public suffix', async () => {
    expect(await toCode(await owners.send('POST', '/v1/sites/co.uk/verify'))).toEqual([400, 'domain.invalid']);
  });

  it('adds a domain only with a proof', async () => {
    const site = 'newcomer.com';
    expect(await toCode(await owners.send('POST', `/v1/sites/${site}/verify`))).toEqual([422, 'proof.not_found']);
    expect(await owners.store.lookup(site)).toBeNull();
    owners.clock.now += 11_000;
    const { redeem } = await owners.publish(site);
    expect((await owners.send('POST', redeem)).status).toBe(200);
    expect(owners.queued).toContain(site);
    expect(await owners.store.lookup(site)).toMatchObject({ verified: true, status: 'pending' });
    const budgets = await owners.query("select name from directory.quotas where name like 'register%'");
    expect(budgets).toEqual([]);
  });

  it.each([
    ['an IPv4 /24', (i: number) => `203.0.113.${i}`, '203.0.114.1'],
    ['an IPv6 /48', (i: number) => `2001:db8:7:${i}::1`, '2001:db8:8::1'],
  ])('allows thirty tries an hour from %s without blocking others', async (_, addressOf, other) => {
    const path = `/v1/sites/${domain}/verify`;
    const verify = (address: string) => owners.send('POST', path, undefined, { 'x-forwarded-for': address });
    for (let i = 0; i < 30; i += 1) expect((await verify(addressOf(i))).status).toBe(422);
    const late = await verify(addressOf(30));
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await toCode(late)).toEqual([429, 'rate.limited']);
    expect((await verify(other)).status).toBe(422);
  });

  it('serves an owner after tries by many networks', async () => {
    const path = `/v1/sites/${domain}/verify`;
    for (let i = 0; i < 250; i += 1) {
      const response = await owners.send('POST', path, undefined, { 'x-forwarded-for': `10.${i}.1.1` });
      expect(response.status).toBe(422);
    }
    owners.clock.now += 11_000;
    const { redeem } = await owners.publish(domain);
    expect((await owners.send('POST', redeem)).status).toBe(200);
  });

  it('shares one search for all callers within ten seconds and compares each token', async () => {
    const path = `/v1/sites/${domain}/verify`;
    owners.looks.length = 0;
    const { redeem } = await owners.publish(domain);
    const strangers = Array.from({ length: 20 }, (_, i) => `198.51.${i}.7`);
    const statuses = await Promise.all(
      strangers.map(async (address) => {
        const response = await owners.send('POST', path, undefined, { 'x-forwarded-for': address });
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([422]));
    owners.clock.now += 9_000;
    const shared = await (await fromElsewhere('POST', path)).json();
    expect(shared.detail).toContain('We look again in 1 s at the earliest');
    expect((await owners.send('POST', redeem)).status).toBe(200);
    expect(owners.looks).toEqual([domain]);
    // A key ends the search, so its result proves nothing again.
    await fromElsewhere('POST', path);
    owners.clock.now += 10_000;
    await fromElsewhere('POST', path);
    expect(owners.looks).toEqual([domain, domain, domain]);
  });
});

describe('a stranger', () => {
  it('gets nothing for a published proof', async () => {
    const { token } = await owners.publish(domain);
    const seen = (await fromElsewhere('GET', `/v1/sites/${domain}/verification`)).json();
    expect((await seen).token).not.toBe(token);
    const tries = [
      `/v1/sites/${domain}/verify`,
      // Try the token, its hash and all public data as a claim.
      `/v1/sites/${domain}/verify?claim=${'0'.repeat(32)}`,
      `/v1/sites/${domain}/verify?claim=${claimFor('guessed secret', '192.0.2.1', domain)}`,
      `/v1/sites/${domain}/verify?claim=${Buffer.from(token).toString('hex').slice(0, 32)}`,
    ];
    for (const path of tries) expect((await fromElsewhere('POST', path)).status).toBe(422);
    for (let i = 0; i < 20; i += 1) {
      const response = await fromElsewhere('POST', `/v1/sites/${domain}/verify`);
      expect(response.status).toBe(422);
    }
    expect(await owners.store.lookup(domain)).toMatchObject({ verified: false });
  });

  it('gets nothing during the verification of the owner', async () => {
    const { redeem } = await owners.publish(domain);
    const statuses = await Promise.all([
      ...Array.from({ length: 10 }, () => fromElsewhere('POST', `/v1/sites/${domain}/verify`)),
      owners.send('POST', redeem),
    ]).then((responses) => responses.map(({ status }) => status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.at(-1)).toBe(200);
  });

  it('gets nothing for the proof of another domain', async () => {
    await owners.store.track(['other.com']);
    const { token } = await (await owners.get('/v1/sites/other.com/verification')).json();
    owners.published.set(domain, new Set([token]));
    expect((await owners.send('POST', `/v1/sites/${domain}/verify`)).status).toBe(422);
  });

  it('gets nothing for a redeemed URL', async () => {
    const { redeem, token } = await owners.publish(domain);
    expect((await owners.send('POST', redeem)).status).toBe(200);
    expect(owners.published.get(domain)?.has(token)).toBe(true);
    owners.clock.now += 2 * MINUTE;
    expect((await owners.send('POST', redeem)).status).toBe(422);
    expect((await fromElsewhere('POST', redeem)).status).toBe(422);
  });

  it('lets the holder of the endpoint redeem it from anywhere', async () => {
    const { redeem } = await owners.publish(domain);
    expect((await fromElsewhere('POST', redeem)).status).toBe(200);
  });

  it('reports to a claim with an ended token that the domain got a key', async () => {
    const { redeem } = await owners.publish(domain);
    const path = `/v1/sites/${domain}/verification`;
    const other = await (await fromElsewhere('GET', path)).json();
    owners.published.get(domain)?.add(other.token);
    const { pathname, search } = new URL(other.verify_endpoint);
    const results = await Promise.all([redeem, pathname + search].map((to) => owners.send('POST', to)));
    const refused = results.filter(({ status }) => status !== 200);
    const details = await Promise.all(refused.map(async (response) => (await response.json()).detail));
    expect(details).toEqual([expect.stringContaining(`no longer works, because ${domain} just got a key`)]);
  });

  it('treats another spelling as the same domain and generation', async () => {
    const { redeem } = await owners.publish(domain);
    const loud = redeem.replace(domain, `WWW.${domain.toUpperCase()}`);
    const results = await Promise.all([owners.send('POST', loud), owners.send('POST', redeem)]);
    const keys = await Promise.all(results.map(async (result) => (await result.json()).api_key));
    // The second request has the claim, because its first answer may be lost.
    expect(keys[0]).toMatch(/^svk_live_/);
    expect(new Set(keys).size).toBe(1);
  });

  it('refuses a used token after removal and registration of the domain', async () => {
    const { redeem } = await owners.publish(domain);
    await owners.send('POST', redeem);
    await owners.query('delete from directory.domains where domain = $1', [domain]);
    await owners.store.track([domain]);
    expect((await owners.send('POST', redeem)).status).toBe(422);
    const { token } = await (await owners.get(`/v1/sites/${domain}/verification`)).json();
    expect(token).toBe(tokenFor(domain, claimFor(SERVER_SECRET, '192.0.2.1', domain), 1));
  });
});

describe('a key', () => {
  const routes: [method: string, path: string][] = [
    ['PATCH', ''],
    ['GET', '/stats'],
    ['POST', '/recrawl'],
    ['POST', '/notify/test'],
  ];
  const wrong: [what: string, field: string | null, status: number, code: string][] = [
    ['no key', null, 401, 'key.missing'],
    ['an empty field', '', 401, 'key.missing'],
    ['basic authentication', 'Basic dXNlcjpwYXNz', 401, 'key.invalid'],
    ['a scheme alone', 'Bearer', 401, 'key.invalid'],
    ['a mistyped key', `Bearer ${anOwnerKey().slice(0, -1)}!`, 401, 'key.invalid'],
    ['an invented key', `Bearer ${anOwnerKey()}`, 401, 'key.invalid'],
    ['two keys in one field', `Bearer ${anOwnerKey()}, Bearer ${anOwnerKey()}`, 401, 'key.invalid'],
    ['10 kB', `Bearer ${'a'.repeat(10_000)}`, 401, 'key.invalid'],
  ];
  it.each(routes.flatMap((route) => wrong.map((row) => [...route, ...row] as const)))(
    'refuses %s …%s with %s',
    async (method, path, _, field, status, code) => {
      const body = method === 'PATCH' ? {} : undefined;
      const fields: Record<string, string> = field === null ? {} : { authorization: field };
      const response = await owners.send(method, `/v1/sites/${domain}${path}`, body, fields);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="owner"/);
      expect(await toCode(response)).toEqual([status, code]);
    },
  );

  it.each(routes)('forbids %s …%s of another domain', async (method, path) => {
    const key = await owners.verified('mine.com');
    const response = await owners.as(key)(method, `/v1/sites/${domain}${path}`, method === 'PATCH' ? {} : undefined);
    expect(response.headers.get('www-authenticate')).toContain('insufficient_scope');
    expect(await toCode(response)).toEqual([403, 'key.forbidden']);
  });

  it('refuses a malformed key without a database read', async () => {
    const asked: string[] = [];
    const findKey = async (hash: string) => {
      asked.push(hash);
      return null;
    };
    const { get } = serveFake({ ...owners.store, findKey });
    const ask = (key: string) => get(`/v1/sites/${domain}/stats`, { authorization: `Bearer ${key}` });
    const typo = await ask(`svk_live_${'a'.repeat(49)}`);
    expect(await typo.json()).toMatchObject({ detail: 'The owner key is mistyped or incomplete. Copy the whole key.' });
    await ask('x');
    expect(asked).toEqual([]);
    const key = anOwnerKey();
    await ask(key);
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toContain(key);
  });

  it('ignores a key in the query', async () => {
    const key = await owners.verified(domain);
    expect((await owners.get(`/v1/sites/${domain}/stats?api_key=${key}&access_token=${key}`)).status).toBe(401);
  });

  it('ends with the verification', async () => {
    const key = await owners.verified(domain);
    await visit(T0, { ...LISTED, verified: false, verified_at: null, proof: null });
    const response = await owners.as(key)('GET', `/v1/sites/${domain}/stats`);
    expect(await toCode(response)).toEqual([401, 'key.invalid']);
    const again = await owners.verified(domain);
    expect((await owners.as(again)('GET', `/v1/sites/${domain}/stats`)).status).toBe(200);
  });
});

describe('PATCH', () => {
  const good: [what: string, body: object, record: object][] = [
    ['nothing', {}, { description: null, tags: [] }],
    ['a description', { description: 'Bread <b>& more</b>' }, { description: 'Bread <b>& more</b>' }],
    ['500 characters, however many bytes', { description: '🥖'.repeat(500) }, { description: '🥖'.repeat(500) }],
    ['tags, trimmed, in lower case, once', { tags: [' Food ', 'food', 'BREAD'] }, { tags: ['food', 'bread'] }],
    [
      'ten tags',
      { tags: Array.from({ length: 10 }, (_, i) => `t${i}`) },
      { tags: Array.from({ length: 10 }, (_, i) => `t${i}`) },
    ],
    ['a contact', { contact: 'x'.repeat(200) }, { contact: 'x'.repeat(200) }],
    ['blank texts as null', { description: ' \u200b\n', contact: '' }, { description: null, contact: null }],
    ['texts with their blanks', { description: ' Bread. ' }, { description: ' Bread. ' }],
  ];
  it.each(good)('accepts %s', async (_, body, record) => {
    const { patch } = await verifyOwner();
    const response = await patch(body);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject(record);
    expect(await (await owners.get(`/v1/domain/${domain}`)).json()).toMatchObject(record);
  });

  const bad: [what: string, body: unknown, pointer: string][] = [
    ['501 characters', { description: 'x'.repeat(501) }, '/description'],
    ['a number for text', { description: 5 }, '/description'],
    ['half a character', { description: '\ud800' }, '/description'],
    ['NUL', { contact: 'a\0b' }, '/contact'],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, '/tags'],
    ['an empty tag', { tags: ['a', '  '] }, '/tags/1'],
    ['a tag that nobody can see', { tags: ['\u200b'] }, '/tags/0'],
    ['a tag of 33 characters', { tags: ['x'.repeat(33)] }, '/tags/0'],
    ['tags that are no list', { tags: 'a,b' }, '/tags'],
    ['null for a list', { tags: null }, '/tags'],
    ['201 characters of contact', { contact: 'x'.repeat(201) }, '/contact'],
    [
      '21 nested files',
      { nested_llms_txt: Array.from({ length: 21 }, () => 'https://bakery.com/') },
      '/nested_llms_txt',
    ],
    ['a nested file elsewhere', { nested_llms_txt: ['https://evil.com/llms.txt'] }, '/nested_llms_txt/0'],
    ['a nested file by http', { nested_llms_txt: ['http://bakery.com/llms.txt'] }, '/nested_llms_txt/0'],
    ['a nested file with a password', { nested_llms_txt: ['https://a:b@bakery.com/'] }, '/nested_llms_txt/0'],
    ['a nested file that is a script', { nested_llms_txt: ['javascript:alert(1)'] }, '/nested_llms_txt/0'],
    ['a nested file with a port', { nested_llms_txt: ['https://bakery.com:8443/'] }, '/nested_llms_txt/0'],
    ['a webhook by http', { webhook_url: 'http://bakery.com/' }, '/webhook_url'],
    ['a webhook at a private address', { webhook_url: 'https://private.com/' }, '/webhook_url'],
    ['two addresses', { notify_email: 'a@b.com,c@d.com' }, '/notify_email'],
    ['an unknown member', { verified: true }, '/verified'],
    ['the domain', { domain: 'evil.com' }, '/domain'],
    ['__proto__', JSON.parse('{"__proto__": {"description": "x"}}'), '/__proto__'],
  ];
  it.each(bad)('refuses %s and changes nothing', async (_, body, pointer) => {
    const { patch } = await verifyOwner();
    const before = await owners.store.lookup(domain);
    const response = await patch(body);
    const problem = await response.json();
    expect([response.status, problem.code]).toEqual([400, 'request.invalid']);
    expect(problem.errors).toEqual([{ pointer, detail: expect.any(String) }]);
    expect(await owners.store.lookup(domain)).toEqual(before);
  });

  it('reports all faults at once, including those of addresses', async () => {
    const { patch } = await verifyOwner();
    const body = {
      description: 5,
      verified: true,
      nested_llms_txt: ['https://bakery.com/', 7, 'https://evil.com/', `https://${domain}/llms.txt`],
      webhook_url: 'https://private.com/',
      notify_email: 'no address',
    };
    const problem = await (await patch(body)).json();
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/description',
      '/nested_llms_txt/0',
      '/nested_llms_txt/1',
      '/nested_llms_txt/2',
      '/notify_email',
      '/verified',
      '/webhook_url',
    ]);
  });

  it('reports an invalid address even without mail', async () => {
    const key = await owners.verified(domain);
    const { send } = serveFake(owners.store, { ...owners.context, sendsMail: false });
    const patch = async (notify_email: string) =>
      toCode(await send('PATCH', `/v1/sites/${domain}`, { notify_email }, { authorization: `Bearer ${key}` }));
    expect(await patch('no address')).toEqual([400, 'request.invalid']);
    expect(await patch('me@post.com')).toEqual([409, 'mail.unavailable']);
  });

  it('stores addresses without typed blanks, line ends and trailing dots of hosts', async () => {
    const { patch } = await verifyOwner();
    await patch({
      nested_llms_txt: [
        `  https://docs.${domain}/llms.txt\r\n`,
        `https://docs.${domain}/ll\nms.txt#top`,
        `https://docs.${domain}./llms.txt`,
        `https://${domain}/ä`,
      ],
      webhook_url: ' https://hooks.com./a\n',
    });
    expect((await owners.store.lookup(domain))?.nested_llms_txt).toEqual([
      `https://docs.${domain}/llms.txt`,
      `https://${domain}/%C3%A4`,
    ]);
    expect((await owners.store.getChannels(domain))?.webhook_url).toBe('https://hooks.com/a');
  });

  it('changes only given members, and clears members with null', async () => {
    const { patch } = await verifyOwner();
    const profile = { contact: 'b', tags: ['c'], nested_llms_txt: [`https://docs.${domain}/llms.txt`] };
    await patch({ description: 'a', ...profile });
    await patch({ description: null });
    expect(await owners.store.lookup(domain)).toMatchObject({ description: null, ...profile });
    await patch({ tags: [], nested_llms_txt: [] });
    expect(await owners.store.lookup(domain)).toMatchObject({ contact: 'b', tags: [], nested_llms_txt: [] });
  });

  it('keeps an edit during a visit and judges the visit again', async () => {
    const { patch } = await verifyOwner();
    await owners.store.openRun({ id: 'edit', kind: 'on-demand' });
    const claimed = await leaseOne(owners.store, domain, 'edit');
    await patch({ description: 'mine' });
    const applied = await owners.store.apply(toVisit(claimed, 'edit', T0, LISTED));
    expect(applied).toMatchObject({ result: 'stale', state: { description: 'mine' } });
  });

  it('creates a secret for a new webhook, and keeps the secret of an unchanged webhook', async () => {
    const { patch, notifications } = await verifyOwner();
    await patch({ webhook_url: 'https://hooks.com/a' });
    const first = await notifications();
    expect(first).toMatchObject({ webhook_secret: expect.stringMatching(/^whsec_/), webhook_state: 'active' });
    await patch({ webhook_url: 'https://hooks.com/a', contact: 'x' });
    expect((await notifications()).webhook_secret).toBe(first.webhook_secret);
    await patch({ webhook_url: 'https://hooks.com/b' });
    expect((await notifications()).webhook_secret).not.toBe(first.webhook_secret);
    await patch({ webhook_url: null });
    expect(await notifications()).toMatchObject({ webhook_url: null, webhook_secret: null, webhook_state: null });
  });

  const emails: [what: string, siteOf: (i: number) => string, emails: readonly string[]][] = [
    ['three to an address', (i) => `c${i}.com`, Array(4).fill('victim@post.com')],
    [
      'three to a mailbox with other tags and cases',
      (i) => `tag${i}.com`,
      ['him@mail.com', 'him+1@mail.com', 'HIM+2@mail.com', 'him+3@mail.com'],
    ],
    [
      'three to a mailbox with other dots or the other name of Gmail',
      (i) => `dots${i}.com`,
      ['bob.by@gmail.com', 'b.o.b.b.y@gmail.com', 'BobBy+x@googlemail.com', 'bobby@gmail.com'],
    ],
    [
      'five from a registrable domain',
      (i) => `shop${i}.subdomains.com`,
      Array.from({ length: 6 }, (_, i) => `stranger${i}@mail.com`),
    ],
  ];
  it.each(emails)('sends the confirmations of a day: %s', async (_, siteOf, addresses) => {
    const statuses: number[] = [];
    for (const [i, notify_email] of addresses.entries()) {
      const key = await owners.verified(siteOf(i));
      statuses.push((await owners.as(key)('PATCH', `/v1/sites/${siteOf(i)}`, { notify_email })).status);
    }
    expect(statuses).toEqual([...addresses.slice(1).map(() => 200), 429]);
  });

  it('hides the channels of an earlier owner', async () => {
    const before = await verifyOwner();
    await before.patch({ webhook_url: 'https://hooks.com/a', notify_email: 'a@post.com' });
    await visit(T0, { ...LISTED, verified: false, verified_at: null, proof: null });
    const after = await verifyOwner();
    const none = { webhook_url: null, webhook_secret: null, notify_email: null };
    expect(await after.notifications()).toMatchObject(none);
  });
});

describe('a verified domain', () => {
  /** Verifies the domain with a webhook and an address. */
  const verifyWithChannels = async () => {
    const owner = await verifyOwner();
    await owner.patch({ webhook_url: 'https://hooks.com/old', notify_email: `old@${domain}` });
    await owners.confirmEmail(domain, `old@${domain}`);
    await deliverDue(owners.senders);
    owners.posted.length = 0;
    owners.mailed.length = 0;
    return owner;
  };

  it('notifies the old addresses once after a new verification and drops them', async () => {
    const before = await verifyWithChannels();
    const { webhook_secret: oldSecret } = await before.notifications();
    const after = await verifyOwner();
    const none = { webhook_url: null, webhook_secret: null, notify_email: null };
    expect(await after.notifications()).toMatchObject(none);
    await deliverDue(owners.senders);
    expect(owners.mailed).toEqual([{ to: `old@${domain}`, type: 'ownership.renewed' }]);
    expect(owners.posted.map(({ url, body }) => [url, JSON.parse(body).type])).toEqual([
      ['https://hooks.com/old', 'ownership.renewed'],
    ]);
    const { headers = {}, body = '' } = owners.posted[0] ?? {};
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(oldSecret.replace('whsec_', ''), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    owners.clock.now += DAY;
    await after.test();
    await deliverDue(owners.senders);
    expect([owners.posted.length, owners.mailed.length]).toEqual([1, 1]);
    expect(JSON.stringify(await after.notifications())).not.toMatch(/hooks\.com|old@/);
  });

  it('retries the notice and then deletes the old receiver', async () => {
    await verifyWithChannels();
    await owners.verified(domain);
    owners.receiver.status = 500;
    await deliverDue(owners.senders);
    owners.receiver.status = 204;
    owners.clock.now += DAY;
    await deliverDue(owners.senders);
    expect(owners.posted.map(({ url }) => url)).toEqual(['https://hooks.com/old', 'https://hooks.com/old']);
    expect(await toCopy(owners.store, domain)).not.toContain('hooks.com');
  });

  it('hides earlier messages and receivers from the new owner', async () => {
    const before = await verifyWithChannels();
    owners.receiver.status = 500;
    await before.test();
    expect((await before.notifications()).recent.length).toBeGreaterThan(0);
    const after = await verifyOwner();
    await deliverDue(owners.senders);
    expect((await after.notifications()).recent).toEqual([]);
    await after.patch({ webhook_url: 'https://hooks.com/new' });
    owners.clock.now += 1_000;
    await after.test();
    expect((await after.notifications()).recent).toMatchObject([{ type: 'test' }]);
  });

  it('notifies the old addresses even after two quick changes', async () => {
    await verifyWithChannels();
    await owners.verified(domain);
    await owners.verified(domain);
    await deliverDue(owners.senders);
    expect(owners.mailed).toEqual([{ to: `old@${domain}`, type: 'ownership.renewed' }]);
    expect(owners.posted.map(({ url }) => url)).toEqual(['https://hooks.com/old']);
  });

  it('creates new channels with a new secret for re-entered addresses', async () => {
    const before = await verifyWithChannels();
    const { webhook_secret: oldSecret } = await before.notifications();
    const after = await verifyOwner();
    await after.patch({ webhook_url: 'https://hooks.com/old' });
    const { webhook_secret: secret } = await after.notifications();
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(oldSecret);
  });
});

describe('answer with statistics', () => {
  it('contains lookups, scores over time, channels and the badge', async () => {
    const DAY = 86_400_000;
    const key = await owners.verified(domain);
    for (const [days, count] of [
      [40, 1],
      [8, 2],
      [2, 4],
      [0, 8],
    ] as const) {
      owners.clock.now = T0 - days * DAY;
      await owners.store.countLookups([{ domain, count }]);
    }
    await visit(T0);
    const stats = await (await owners.as(key)('GET', `/v1/sites/${domain}/stats`)).json();
    expect(stats.lookups).toMatchObject({ total: 15, last_24h: 8, last_7d: 12, last_30d: 14 });
    expect(stats.lookups.daily).toHaveLength(30);
    expect(stats.lookups.daily.at(-1)).toEqual({ date: new Date(T0).toISOString().slice(0, 10), count: 8 });
    expect(stats.lookups.daily.reduce((sum: number, day: { count: number }) => sum + day.count, 0)).toBe(14);
    expect(stats).toMatchObject({
      domain,
      notifications: { recent: [] },
      badge: { url: `${BASE_URL}/badge/${domain}.svg` },
    });
    expect(stats.standing).toMatchObject({ proof_seen_by: 'dns', proof_missing_since: null, failing_since: null });
  });
});

describe('a recrawl', () => {
  it('visits at once, at most once in ten minutes', async () => {
    const ask = owners.as(await owners.verified(domain));
    const path = `/v1/sites/${domain}/recrawl`;
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => ask('POST', path)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
    expect(owners.visited.filter((visited) => visited === domain)).toHaveLength(1);
    owners.clock.now += 599_000;
    const early = await ask('POST', path);
    expect(early.headers.get('retry-after')).toBe('1');
    expect(await toCode(early)).toEqual([429, 'recrawl.too_soon']);
    owners.clock.now += 1_000;
    expect((await ask('POST', path)).status).toBe(200);
  });
});

describe('a test event', () => {
  it('allows twenty events per hour and registrable domain', async () => {
    const statuses: number[] = [];
    for (const site of ['a.tests.com', 'b.tests.com', 'c.tests.com']) {
      const ask = owners.as(await owners.verified(site));
      await ask('PATCH', `/v1/sites/${site}`, { webhook_url: 'https://victim.com/' });
      for (let i = 0; i < 10; i += 1) statuses.push((await ask('POST', `/v1/sites/${site}/notify/test`)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual(Array.from({ length: 10 }, () => 429));
  });

  it('reports one outcome for each configured channel', async () => {
    const ask = owners.as(await owners.verified(domain));
    const test = () => {
      owners.clock.now += 1_000;
      return ask('POST', `/v1/sites/${domain}/notify/test`);
    };
    expect(await toCode(await test())).toEqual([409, 'notifications.unconfigured']);
    await ask('PATCH', `/v1/sites/${domain}`, { webhook_url: 'https://hooks.com/a', notify_email: `me@${domain}` });
    expect(await (await test()).json()).toEqual({
      domain,
      type: 'test',
      outcomes: [
        { channel: 'webhook', status: 'delivered', detail: null },
        { channel: 'email', status: 'unconfirmed', detail: expect.any(String) },
      ],
    });
    expect(owners.mailed.filter(({ to }) => to.endsWith(domain))).toEqual([]);
    await owners.confirmEmail(domain, `me@${domain}`);
    expect((await (await test()).json()).outcomes[1]).toEqual({ channel: 'email', status: 'delivered', detail: null });
    expect(owners.mailed.filter(({ to }) => to.endsWith(domain))).toEqual([{ to: `me@${domain}`, type: 'test' }]);
    owners.receiver.status = 500;
    expect((await (await test()).json()).outcomes[0]).toEqual({
      channel: 'webhook',
      status: 'failed',
      detail: 'status 500',
    });
    owners.receiver.status = 410;
    expect((await (await test()).json()).outcomes[0]).toMatchObject({ channel: 'webhook', status: 'disabled' });
    owners.receiver.status = 204;
    const count = owners.posted.length;
    expect((await (await test()).json()).outcomes[0]).toMatchObject({ channel: 'webhook', status: 'disabled' });
    expect(owners.posted).toHaveLength(count);
    const { recent } = (await (await ask('GET', `/v1/sites/${domain}/stats`)).json()).notifications;
    expect(
      recent
        .filter(({ channel }: { channel: string }) => channel === 'webhook')
        .map(({ status }: { status: string }) => status),
    ).toEqual(['dead', 'dead', 'delivered', 'delivered']);
  });
});
