import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../src/alerts/deliver.ts';
import { mailPath } from '../../src/alerts/mail-links.ts';
import { resealWebhookSecrets } from '../../src/alerts/reseal-webhook-secrets.ts';
import { sendTest } from '../../src/alerts/send-test.ts';
import { claimFor } from '../../src/ownership/claim.ts';
import { type ServerSecrets, secretId } from '../../src/ownership/server-secrets.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { SERVER_SECRET, serveFake } from '../functions/http/serve-fake.ts';
import { MINUTE, T0 } from '../store/sample-visit.ts';
import { serveOwners } from './serve-owners.ts';
import { toCopy } from './to-copy.ts';

const NEW_SECRET = 'the secret that takes the place of the first one';
const WEBHOOK = 'https://hooks.com/in';

const owners = await serveOwners();
closeAfterAll(owners);

let number = 0;
let domain = '';
beforeEach(async () => {
  number += 1;
  domain = `bakery${number}.com`;
  owners.clock.now = T0;
  await owners.store.track([domain]);
});

/** Starts the service with these secrets. */
function restartedWith(...serverSecrets: [string, ...string[]]) {
  const senders = { ...owners.senders, serverSecrets };
  const changed = { serverSecrets, sendTest: (site: string) => sendTest(site, senders) };
  const { send } = serveFake(owners.store, { ...owners.context, ...changed });
  return (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    send(method, path, body, headers);
}
const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const statsPath = () => `/v1/sites/${domain}/stats`;
const toSecret = async (response: Response) => (await response.json()).notifications.webhook_secret;

describe('replacement of the server secret', () => {
  it('keeps an owner key valid, even without the old secret after a use', async () => {
    const key = await owners.verified(domain);
    expect((await restartedWith(NEW_SECRET)('GET', statsPath(), withKey(key))).status).toBe(401);
    expect((await restartedWith(NEW_SECRET, SERVER_SECRET)('GET', statsPath(), withKey(key))).status).toBe(200);
    expect((await restartedWith(NEW_SECRET)('GET', statsPath(), withKey(key))).status).toBe(200);
    expect((await restartedWith(SERVER_SECRET)('GET', statsPath(), withKey(key))).status).toBe(401);
  });

  it('works on a server that has the new secret as the second', async () => {
    await owners.publish(domain);
    const verified = await restartedWith(NEW_SECRET, SERVER_SECRET)('POST', `/v1/sites/${domain}/verify`);
    const { api_key } = await verified.json();
    expect((await restartedWith(SERVER_SECRET, NEW_SECRET)('GET', statsPath(), withKey(api_key))).status).toBe(200);
  });

  it('gives the key of an earlier proof to the client of its token only', async () => {
    await owners.publish(domain);
    const path = `/v1/sites/${domain}/verify`;
    expect((await restartedWith(NEW_SECRET)('POST', path)).status).toBe(422);
    const ask = restartedWith(NEW_SECRET, SERVER_SECRET);
    expect((await ask('POST', path, { 'x-forwarded-for': '198.51.100.7' })).status).toBe(422);
    const verified = await ask('POST', path);
    expect(verified.status).toBe(200);
    const first = await verified.json();
    // Only the claim gets the repeated answer, as without a new secret.
    expect((await ask('POST', path)).status).toBe(422);
    expect(await (await ask('POST', `${path}?claim=${claimFor(SERVER_SECRET, '192.0.2.1', domain)}`)).json()).toEqual(
      first,
    );
    expect((await restartedWith(NEW_SECRET)('GET', statsPath(), withKey(first.api_key))).status).toBe(200);
  });

  it('repeats a lost answer after the restart', async () => {
    const { redeem } = await owners.publish(domain);
    const { api_key } = await (await owners.send('POST', redeem)).json();
    const again = await restartedWith(NEW_SECRET, SERVER_SECRET)('POST', redeem);
    expect((await again.json()).api_key).toBe(api_key);
  });

  it('creates new tokens with the new secret', async () => {
    const path = `/v1/sites/${domain}/verification`;
    const { token } = await (await restartedWith(NEW_SECRET, SERVER_SECRET)('GET', path)).json();
    expect((await (await restartedWith(NEW_SECRET)('GET', path)).json()).token).toBe(token);
    expect((await (await restartedWith(SERVER_SECRET)('GET', path)).json()).token).not.toBe(token);
  });

  it('accepts links of earlier mails', async () => {
    const key = await owners.verified(domain);
    await owners.as(key)('PATCH', `/v1/sites/${domain}`, { notify_email: 'owner@post.com' });
    const state = async () => (await owners.store.getChannels(domain))?.email_state;
    const post = (secrets: ServerSecrets, act: 'confirm' | 'unsubscribe') => {
      const path = mailPath([SERVER_SECRET], act, domain, { email: 'owner@post.com', at: owners.clock.now });
      return restartedWith(...secrets)('POST', path);
    };
    expect((await post([NEW_SECRET], 'confirm')).status).toBe(404);
    expect(await state()).toBe('unconfirmed');
    await post([NEW_SECRET, SERVER_SECRET], 'confirm');
    expect(await state()).toBe('confirmed');
    await post([NEW_SECRET, SERVER_SECRET], 'unsubscribe');
    expect(await state()).toBe('unsubscribed');
    // After its next use, an unsubscribed address is stored with the new secret only.
    const named = { notify_email: 'Owner+again@post.com' };
    const patch = restartedWith(NEW_SECRET, SERVER_SECRET);
    await patch('PATCH', `/v1/sites/${domain}`, withKey(key), named);
    expect(await state()).toBe('unsubscribed');
    const later = restartedWith(NEW_SECRET);
    await later('PATCH', `/v1/sites/${domain}`, withKey(key), { notify_email: 'owner@post.com' });
    expect(await state()).toBe('unsubscribed');
  });
});

describe('a webhook secret', () => {
  async function withWebhook() {
    const key = await owners.verified(domain);
    await owners.as(key)('PATCH', `/v1/sites/${domain}`, { webhook_url: WEBHOOK });
    return { key, secret: await toSecret(await owners.as(key)('GET', statsPath())) };
  }
  /** Reports whether `secret` signed the last test event. */
  function isSignedWith(secret: string): boolean {
    const { body = '', headers = {} } = owners.posted.at(-1) ?? {};
    try {
      const verifier = new Webhook(secret);
      // Sign at the sent time, because the test's clock differs from the verifier's.
      const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
      return verifier.sign(headers['webhook-id'] ?? '', at, body) === headers['webhook-signature'];
    } catch {
      return false;
    }
  }

  it('stays out of the database and its copies, even for a last alert', async () => {
    const { secret } = await withWebhook();
    owners.clock.now += 3 * MINUTE;
    await owners.verified(domain);
    const copy = await toCopy(owners.store, domain);
    expect(copy).toContain('ownership.renewed');
    expect(copy).toContain(`"secret":"${secretId(SERVER_SECRET)}.`);
    expect(copy).not.toContain(secret);
    expect(copy).not.toContain('whsec_');
    await deliverDue(owners.senders);
    expect(isSignedWith(secret)).toBe(true);
  });

  it('signs before and after another seal', async () => {
    const { key, secret } = await withWebhook();
    const test = `/v1/sites/${domain}/notify/test`;
    const ask = restartedWith(NEW_SECRET, SERVER_SECRET);
    expect((await (await ask('POST', test, withKey(key))).json()).outcomes[0].status).toBe('delivered');
    expect(isSignedWith(secret)).toBe(true);
    expect(await toSecret(await ask('GET', statsPath(), withKey(key)))).toBe(secret);

    expect(await resealWebhookSecrets(owners.store, [NEW_SECRET, SERVER_SECRET])).toBeGreaterThan(0);
    expect(await resealWebhookSecrets(owners.store, [NEW_SECRET, SERVER_SECRET])).toBe(0);
    const later = restartedWith(NEW_SECRET);
    expect(await toSecret(await later('GET', statsPath(), withKey(key)))).toBe(secret);
    await later('POST', test, withKey(key));
    expect(isSignedWith(secret)).toBe(true);
  });

  it('stays hidden and unused if no secret opens it, and its messages wait', async () => {
    const { key } = await withWebhook();
    await restartedWith(NEW_SECRET, SERVER_SECRET)('GET', statsPath(), withKey(key));
    const posted = owners.posted.length;
    const ask = restartedWith(NEW_SECRET);
    expect(await toSecret(await ask('GET', statsPath(), withKey(key)))).toBeNull();
    const { outcomes } = await (await ask('POST', `/v1/sites/${domain}/notify/test`, withKey(key))).json();
    expect(outcomes[0]).toEqual({
      channel: 'webhook',
      status: 'failed',
      detail: 'this server cannot read the signing secret',
    });
    expect(await resealWebhookSecrets(owners.store, [NEW_SECRET])).toBe(0);
    expect(owners.posted).toHaveLength(posted);
  });

  it('counts keys unused since the replacement', async () => {
    const [used] = [await owners.verified(domain)];
    const id = secretId(NEW_SECRET);
    const before = await owners.store.countOutdatedKeys(id);
    await restartedWith(NEW_SECRET, SERVER_SECRET)('GET', statsPath(), withKey(used));
    expect(await owners.store.countOutdatedKeys(id)).toBe(before - 1);
  });
});
