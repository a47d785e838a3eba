import { beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../src/alerts/deliver.ts';
import { sendChallenge } from '../../src/alerts/send-challenge.ts';
import type { FetchRequest, FetchResult, Net } from '../../src/fetch/net.ts';
import { hashWatchToken } from '../../src/operations/watches/watch-domain.ts';
import { sealWebhookSecret } from '../../src/ownership/webhook-secret.ts';
import { aFetchResult } from '../crawl/fake-net.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { DAY, HOUR, MINUTE } from '../store/sample-visit.ts';
import { useTestStore } from '../store/use-test-store.ts';
import { deliveryTools, SECRETS } from './delivery-tools.ts';

const DOMAIN = 'bakery.com';
const SECRET = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0';

const opened = useTestStore(openEmbeddedTestStore);
let posted: { url: string; type: string; data: Record<string, unknown> }[] = [];
let answer: Partial<FetchResult> = {};
beforeEach(async () => {
  await opened.clear();
  // Use the current time, because triggers use the time of the database.
  opened.clock.now = Date.now() + MINUTE;
  posted = [];
  answer = { status: 204 };
  await opened.store.track([DOMAIN]);
});

const net: Pick<Net, 'fetch'> = {
  fetch: async ({ url, body }: FetchRequest) => {
    const { type, data } = JSON.parse(String(body));
    posted.push({ url, type, data });
    return aFetchResult(url, { status: null, ...answer });
  },
};
const tools = () => deliveryTools(opened, { net, mailer: null });
const deliver = () => deliverDue(tools());
const watch = (name: string, { network = 'net', days = 90, domain = DOMAIN } = {}) =>
  opened.store.openWatch({
    domain,
    webhook_url: `https://hooks.com/${name}`,
    secret: sealWebhookSecret(SECRETS, domain, SECRET),
    network,
    token_hash: hashWatchToken(name),
    expires_at: new Date(opened.clock.now + days * DAY).toISOString(),
    most_of_network: 7,
    most_of_domain: 5,
  });
const set = (change: string) => opened.query(`update directory.domains set ${change} where domain = '${DOMAIN}'`);
const count = async (table: string) =>
  (await opened.query<{ n: number }>(`select count(*)::int as n from directory.${table}`))[0]?.n;

describe('a watch', () => {
  it('receives events with the current status, proof and tier', async () => {
    await watch('a');
    await set("status = 'valid', tier = 'listed', authority = 30");
    await set("status = 'invalid', tier = 'unlisted'");
    await set("status = 'valid', verified = true");
    opened.clock.now += HOUR;
    await deliver();
    expect(posted.map(({ type, data }) => [type, data['domain']])).toEqual(
      expect.arrayContaining([
        ['llms_txt.broken', DOMAIN],
        ['llms_txt.recovered', DOMAIN],
        ['verification.changed', DOMAIN],
        ['tier.changed', DOMAIN],
      ]),
    );
    expect(posted).toHaveLength(4);
    expect(posted.find(({ type }) => type === 'tier.changed')?.data).toMatchObject({
      tier: 'unlisted',
      before: 'listed',
    });
  });

  it('receives the latest event of each type once an hour', async () => {
    await watch('a');
    for (const tier of ['listed', 'unlisted']) await set(`status = 'valid', authority = 1, tier = '${tier}'`);
    await deliver();
    for (const tier of ['listed', 'featured']) await set(`tier = '${tier}'`);
    await deliver();
    opened.clock.now += 30 * MINUTE;
    await deliver();
    expect(posted.map(({ data }) => data['tier'])).toEqual(['unlisted']);
    opened.clock.now += HOUR;
    await deliver();
    expect(posted.map(({ data }) => data['tier'])).toEqual(['unlisted', 'featured']);
  });

  it('sends nothing to the owner, and continues after a change of the owner’s address', async () => {
    await opened.store.updateProfile(
      DOMAIN,
      { webhook_url: 'https://owner.com/hook' },
      sealWebhookSecret(SECRETS, DOMAIN, SECRET),
    );
    await watch('a');
    await set("status = 'valid', tier = 'listed', authority = 30");
    await opened.store.updateProfile(DOMAIN, { webhook_url: null }, sealWebhookSecret(SECRETS, DOMAIN, SECRET));
    await deliver();
    expect(posted.map(({ url, type }) => [url, type])).toEqual([['https://hooks.com/a', 'tier.changed']]);
    expect((await opened.store.getOwnerStats(DOMAIN))?.notifications.recent).toEqual([]);
  });

  it.each([
    ['410', { status: 410 }, 1],
    ['no answer for four days', { failure: 'connect' as const }, 12],
  ])('ends after %s', async (_, failure, rounds) => {
    answer = { status: null, ...failure };
    await watch('a');
    await watch('b', { network: 'other' });
    await set("status = 'valid', tier = 'listed', authority = 30");
    for (let round = 0; round < rounds; round += 1) {
      await deliver();
      opened.clock.now += 25 * HOUR;
    }
    expect([await count('watches'), await count('deliveries')]).toEqual([0, 0]);
  });

  it('ends after its time unless its network renews it', async () => {
    const first = await watch('a', { days: 1 });
    expect(first).toMatchObject({ result: 'opened' });
    expect(await watch('a', { days: 3 })).toEqual({ result: 'renewed', id: first && 'id' in first ? first.id : '' });
    expect(await watch('a', { days: 1, network: 'other' })).toMatchObject({ result: 'opened' });
    opened.clock.now += 2 * DAY;
    await deliver();
    expect(await count('watches')).toBe(1);
  });

  it('rejects a network that has reached its limit', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) expect(await watch(name)).toMatchObject({ result: 'opened' });
    expect(await watch('f')).toEqual({ result: 'full_domain' });
    await opened.store.track(['mill.com']);
    for (const name of ['a', 'b'])
      expect(await watch(name, { domain: 'mill.com' })).toMatchObject({ result: 'opened' });
    expect(await watch('c', { domain: 'mill.com' })).toEqual({ result: 'full_network' });
    expect(await watch('c', { domain: 'mill.com', network: 'other' })).toMatchObject({ result: 'opened' });
    expect(await watch('a', { domain: 'unknown.com' })).toBeNull();
  });

  it('ends only with its token', async () => {
    const first = await watch('a');
    const id = first && 'id' in first ? first.id : '';
    expect(await opened.store.deleteWatch(id, hashWatchToken('b'))).toBe(false);
    expect(await opened.store.deleteWatch(id, hashWatchToken('a'))).toBe(true);
  });
});

describe('a receiver', () => {
  const ask = () => sendChallenge({ domain: DOMAIN, webhookUrl: 'https://hooks.com/a', secret: SECRET }, tools());
  const echo = (form: (value: string) => string): Pick<Net, 'fetch'> => ({
    fetch: async (request) => {
      const { data } = JSON.parse(String(request.body));
      return { ...(await net.fetch(request)), status: 200, body: new TextEncoder().encode(form(data.challenge)) };
    },
  });
  it.each<[string, (value: string) => string]>([
    ['text', (value) => `${value}\n`],
    ['JSON', (challenge) => JSON.stringify({ challenge })],
  ])('agrees by returning the value as %s', async (_, form) => {
    const challenge = { domain: DOMAIN, webhookUrl: 'https://hooks.com/a', secret: SECRET };
    expect(await sendChallenge(challenge, { ...tools(), net: echo(form) })).toBeNull();
    expect(posted).toMatchObject([{ type: 'watch.challenge', data: { domain: DOMAIN } }]);
  });

  it.each<[string, Partial<FetchResult>]>([
    ['answers 200 alone', { status: 200 }],
    ['answers another value', { status: 200, body: new TextEncoder().encode('{"challenge":"x"}') }],
    ['answers 404', { status: 404 }],
    ['does not answer', { status: null, failure: 'timeout' }],
  ])('does not agree if it %s', async (_, given) => {
    answer = given;
    expect(await ask()).toEqual(expect.any(String));
  });
});
