import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverDue } from '../../src/alerts/deliver.ts';
import { hashOwnerKey } from '../../src/ownership/owner-key.ts';
import { hashToken } from '../../src/ownership/proof.ts';
import { createLog } from '../../src/runtime/log.ts';
import { openRenderer } from '../../src/site/build/renderer.ts';
import { BASE_URL, SERVER_SECRET } from '../functions/http/serve-fake.ts';
import { leaseOne } from '../store/lease-one.ts';
import { LISTED, RECORD_BY_AUTHORITY, T0, visitOf } from '../store/sample-visit.ts';
import { type Owners, serveOwners } from './serve-owners.ts';

const DOMAIN = 'bakery.com';
const EMAIL = 'somebody.private@post.com';
const WEBHOOK = 'https://hooks.com/in/a-long-and-secret-path';

let owners: Owners;
beforeAll(async () => {
  owners = await serveOwners();
});
afterAll(() => owners?.close());

describe('list of secrets of an owner', () => {
  it('stays out of logs, pages, errors, public answers and the publishable key’s reach', async () => {
    const outputs: string[] = [];
    const log = createLog(
      () => T0,
      (line) => outputs.push(line),
    );
    const keep = async (response: Response) => {
      outputs.push(JSON.stringify([...response.headers]), await response.clone().text());
      return response;
    };

    // Run all events of a domain: claim, verify, edit, alert, test, break, visit, and requests of strangers.
    await owners.store.track([DOMAIN]);
    const { redeem, token } = await owners.publish(DOMAIN);
    const claim = new URL(redeem, BASE_URL).searchParams.get('claim') ?? 'none';
    const { api_key: key } = await (await owners.send('POST', redeem)).json();
    const ask = owners.as(key);
    await keep(
      await ask('PATCH', `/v1/sites/${DOMAIN}`, {
        webhook_url: WEBHOOK,
        notify_email: EMAIL,
        description: 'Bread',
        tags: ['a'],
      }),
    );
    await deliverDue({ ...owners.senders, log });
    await owners.confirmEmail(DOMAIN, EMAIL);
    owners.receiver.status = 500;
    await keep(await ask('POST', `/v1/sites/${DOMAIN}/notify/test`));
    await owners.store.openRun({ id: 'run', kind: 'on-demand' });
    const claimed = await leaseOne(owners.store, DOMAIN);
    const alerts = [{ type: 'llms_txt.broken' as const, data: { domain: DOMAIN, status: 'invalid' } }];
    await owners.store.apply(visitOf(claimed, 'run', T0, LISTED, { alerts }));
    await owners.store.settleRun('run');
    await deliverDue({ ...owners.senders, log });
    await keep(await ask('POST', `/v1/sites/${DOMAIN}/recrawl`));
    const wrong: [method: string, path: string, body?: unknown][] = [
      ['PATCH', `/v1/sites/${DOMAIN}`, { webhook_url: 'https://private.com/', notify_email: `${EMAIL},${EMAIL}` }],
      ['PATCH', `/v1/sites/${DOMAIN}`, { unknown: 1 }],
      ['PATCH', '/v1/sites/other.com', {}],
      ['GET', '/v1/sites/other.com/stats'],
      ['POST', `/v1/sites/${DOMAIN}/recrawl`],
    ];
    for (const [method, path, body] of wrong) await keep(await ask(method, path, body));
    await keep(await owners.get(`/v1/sites/${DOMAIN}/stats`, { authorization: `Bearer ${key}x` }));
    // Wait until the answer is no longer repeated.
    owners.clock.now += 2 * 60_000;
    await keep(await owners.send('POST', redeem));
    outputs.push(...owners.logged.map((line) => JSON.stringify(line)));

    // Read all public data in every format.
    for (const path of [
      `/v1/domain/${DOMAIN}`,
      '/v1/domains?include_unlisted=1',
      '/v1/search?q=somebody&include_unlisted=1',
      '/v1/search?q=hooks.com&include_unlisted=1',
      '/v1/stats',
      '/v1/map',
      `/v1/read/${DOMAIN}`,
      '/openapi.json',
      `/badge/${DOMAIN}.svg`,
    ]) {
      await keep(await owners.get(path));
    }
    await keep(await owners.get(`/domain/${DOMAIN}`, { accept: 'application/json' }));
    const renderer = await openRenderer({
      store: owners.store,
      baseUrl: BASE_URL,
      serviceName: 'x',
      now: () => T0,
      dataDir: tmpdir(),
    });
    for (const path of [`/domain/${DOMAIN}`, `/domain/${DOMAIN}.md`, '/', '/browse', '/llms.txt', '/feed.xml']) {
      outputs.push(String(new TextDecoder().decode(bytesOf((await renderer.render(path, '192.0.2.1'))?.body ?? ''))));
    }
    const { publicStore } = owners;
    const search = { page: 1, perPage: 10, includeUnlisted: true, verified: false };
    outputs.push(
      JSON.stringify([
        await publicStore.lookup(DOMAIN),
        await publicStore.list(search),
        await publicStore.search({ ...RECORD_BY_AUTHORITY, ...search, q: 'somebody' }),
      ]),
    );
    const refused = [
      publicStore.getDetails([DOMAIN]),
      publicStore.getSummaries([DOMAIN]),
      publicStore.getChannels(DOMAIN),
      publicStore.getOwnerStats(DOMAIN),
      publicStore.findKey(hashOwnerKey(SERVER_SECRET, key)),
      publicStore.getClaimStanding(DOMAIN),
      publicStore.leaseDeliveries(10, 60_000, ['webhook']),
      publicStore.openTest(DOMAIN, 60_000),
      publicStore.updateProfile(DOMAIN, { description: 'mine now' }, ''),
      publicStore.confirmEmail({ domain: DOMAIN, email: EMAIL, mailboxes: ['x'], at: new Date(T0).toISOString() }),
      publicStore.unsubscribeEmail({ domain: DOMAIN, email: EMAIL, mailboxes: ['x'], at: new Date(T0).toISOString() }),
      publicStore.takeRecrawl(DOMAIN, 600),
    ];
    for (const each of refused) {
      const error = await each.then(() => 'answered', String);
      expect(error).toMatch(/permission denied|refused|not find/i);
      outputs.push(error);
    }

    const stats = (await (await ask('GET', `/v1/sites/${DOMAIN}/stats`)).json()).notifications;
    const secrets: Record<string, string> = {
      key,
      'hash of the key': hashOwnerKey(SERVER_SECRET, key),
      'hash of the token': hashToken(token),
      'webhook secret': stats.webhook_secret,
      'webhook address': 'a-long-and-secret-path',
      address: EMAIL,
      claim,
      'server secret': SERVER_SECRET,
    };
    const everything = outputs.join('\n');
    expect(everything.length).toBeGreaterThan(10_000);
    expect(everything).toContain('"event":"alert.sent"');
    // Errors name the caller's input, never stored data.
    const found = Object.entries(secrets).filter(([, secret]) => secret === '' || everything.includes(secret));
    expect(found.map(([name]) => name)).toEqual([]);
  });
});

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}
