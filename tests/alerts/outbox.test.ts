import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPreview, parse } from '#llmstxt';
import { deliverDue } from '../../src/alerts/deliver.ts';
import type { Sent } from '../../src/alerts/send-webhook.ts';
import { summarizeChanges } from '../../src/directory/describe-change.ts';
import type { Alert } from '../../src/directory/visit.ts';
import { HostBusyError } from '../../src/fetch/pacing.ts';
import { hashMailbox } from '../../src/ownership/mailbox.ts';
import { sealWebhookSecret } from '../../src/ownership/webhook-secret.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { proofNet } from '../ownership/proof-net.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { leaseOne } from '../store/lease-one.ts';
import { DAY, HOUR, LISTED, MINUTE, toVisit } from '../store/sample-visit.ts';
import { useEmptyStore } from '../store/use-test-store.ts';
import { deliveryTools, SECRETS } from './delivery-tools.ts';

const opened = useEmptyStore(openEmbeddedTestStore);
let mailed: { to: string; type: string; id: string }[] = [];
let answer: Sent = { result: 'delivered', error: null };
const DOMAIN = 'bakery.com';
const ADDRESS = 'owner@post.com';
const BOTH = ['webhook', 'email'] as const;

beforeEach(async () => {
  mailed = [];
  answer = { result: 'delivered', error: null };
  await opened.store.track([DOMAIN]);
});

const tools = () =>
  deliveryTools(opened, {
    net: proofNet({}),
    mailer: {
      send: async ({ address, type, id }) => {
        mailed.push({ to: address, type, id });
        return answer;
      },
      close: () => {},
    },
  });
const deliver = () => deliverDue(tools());
let runs = 0;
/** Stores a visit with these alerts, or one that found this text. */
async function visit(found: { alerts?: readonly Alert['type'][]; body?: string }) {
  const { store, clock } = opened;
  const run = `run ${++runs}`;
  await store.openRun({ id: run, kind: 'on-demand' });
  const leased = await leaseOne(store, DOMAIN, run);
  const { alerts = [], body } = found;
  const before = leased.state.content_hash === null ? null : await store.getText(DOMAIN);
  const text = body !== undefined && {
    text: { hash: body, body },
    preview: createPreview(parse(body, { url: `https://${DOMAIN}/llms.txt` })),
    changes: before && summarizeChanges(before.body, body),
  };
  const facts = body === undefined ? LISTED : { ...LISTED, verified: true, content_hash: body };
  const messages = alerts.map((type) => ({ type, data: { domain: DOMAIN } }));
  await store.apply(toVisit(leased, run, clock.now, facts, { alerts: messages, ...text }));
  if (body === undefined) await store.settleRun(run);
}
const visitWithAlerts = (...alerts: Alert['type'][]) => visit({ alerts });
const visitWithText = (body: string) => visit({ body });
const patch = (changes: object) =>
  opened.store.updateProfile(DOMAIN, changes, sealWebhookSecret(SECRETS, DOMAIN, 'whsec_c2VjcmV0'));
const consent = (email = ADDRESS, domain = DOMAIN) => ({
  domain,
  email,
  mailboxes: hashMailbox(SECRETS, email),
  at: new Date(opened.clock.now).toISOString(),
});
const recent = async () => (await opened.store.getOwnerStats(DOMAIN))?.notifications.recent ?? [];
const listAlerts = async (type: string) => {
  const rows = await opened.query(
    `select jsonb_agg(data order by created_at) as data from directory.alerts where type = '${type}'`,
  );
  return z.array(z.object({ data: z.array(z.unknown()).nullable() })).parse(rows)[0]?.data ?? [];
};
async function confirmed() {
  await patch({ notify_email: ADDRESS });
  await opened.store.confirmEmail(consent());
  await deliver();
  mailed = [];
}

describe('the outbox', () => {
  it('sends each alert once through each channel that may be used', async () => {
    await confirmed();
    await patch({ webhook_url: 'https://hooks.com/' });
    await visitWithAlerts('llms_txt.broken', 'proof.missing');
    expect(await deliver()).toBe(4);
    expect(mailed.map(({ type }) => type).toSorted()).toEqual(['llms_txt.broken', 'proof.missing']);
    expect(await deliver()).toBe(0);
  });

  it('reports a new version with its number and counts to channels that asked for it', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map(
      (name) => `# Bakery\n\n## Pages\n\n- [${name}](https://${DOMAIN}/${name}): x\n`,
    );
    await patch({ webhook_url: 'https://hooks.com/' });
    await visitWithText(`${first}`);
    await visitWithText(`${second}`);
    expect(await listAlerts('llms_txt.changed')).toEqual([]);
    await patch({ notify_changes: true });
    expect((await opened.store.getChannels(DOMAIN))?.notify_changes).toBe(true);
    await visitWithText(`${second}\n\n`);
    expect(await listAlerts('llms_txt.changed')).toEqual([]);
    await visitWithText(`${third}`);
    const [alert] = await listAlerts('llms_txt.changed');
    expect(alert).toEqual({
      domain: DOMAIN,
      version: 3,
      at: new Date(opened.clock.now).toISOString(),
      changes: {
        total: 2,
        kinds: [
          { kind: 'link-removed', count: 1 },
          { kind: 'link-added', count: 1 },
        ],
      },
    });
    expect((await recent()).map(({ type, channel }) => [type, channel])).toEqual([['llms_txt.changed', 'webhook']]);
    await patch({ notify_changes: false });
    await visitWithText(`${first}`);
    expect(await listAlerts('llms_txt.changed')).toHaveLength(1);
  });

  it('sends only the confirmation to an unconfirmed address', async () => {
    await patch({ notify_email: ADDRESS });
    await visitWithAlerts('llms_txt.broken');
    await deliver();
    expect(mailed.map(({ type }) => type)).toEqual(['email.confirmation']);
  });

  it('logs each send without its address', async () => {
    await confirmed();
    await visitWithAlerts('llms_txt.broken');
    const logged: string[] = [];
    const info = (...entry: readonly unknown[]) => void logged.push(JSON.stringify(entry));
    await deliverDue({ ...tools(), log: { ...silentLog, info } });
    expect(logged).toEqual([expect.stringContaining('"alert.sent"')]);
    expect(logged[0]).not.toContain(ADDRESS);
  });

  it('sends nothing to an unsubscribed address, even if messages wait', async () => {
    await confirmed();
    await visitWithAlerts('llms_txt.broken');
    await opened.store.unsubscribeEmail(consent());
    await visitWithAlerts('proof.missing');
    expect(await deliver()).toBe(0);
    expect(mailed).toEqual([]);
  });

  it('does not send messages for an old address to the new address', async () => {
    await confirmed();
    await visitWithAlerts('llms_txt.broken');
    await patch({ notify_email: 'new@post.com' });
    await deliver();
    expect(mailed.map(({ to, type }) => [to, type])).toEqual([['new@post.com', 'email.confirmation']]);
  });

  it('confirms only the current address', async () => {
    await patch({ notify_email: ADDRESS });
    await patch({ notify_email: 'new@post.com' });
    expect(await opened.store.confirmEmail(consent())).toBe('refused');
    expect((await opened.store.getChannels(DOMAIN))?.email_state).toBe('unconfirmed');
  });

  it('tries again by the schedule, with the same id, and gives up after the tenth', async () => {
    await confirmed();
    answer = { result: 'failed', error: 'SMTP 451' };
    await visitWithAlerts('llms_txt.broken');
    const waits = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    expect(await deliver()).toBe(1);
    for (const wait of waits) {
      opened.clock.now += wait - 1;
      expect(await deliver()).toBe(0);
      opened.clock.now += 1;
      expect(await deliver()).toBe(1);
    }
    opened.clock.now += 30 * DAY;
    expect(await deliver()).toBe(0);
    expect(new Set(mailed.map(({ id }) => id)).size).toBe(1);
    expect((await recent()).find(({ type }) => type === 'llms_txt.broken')).toMatchObject({
      type: 'llms_txt.broken',
      status: 'dead',
      attempts: 10,
      last_error: 'SMTP 451',
    });
  });

  it('counts no try for a dead sender, and sends after its lease ends', async () => {
    await confirmed();
    await visitWithAlerts('llms_txt.broken');
    for (let dead = 0; dead < 12; dead += 1) {
      expect(await opened.store.leaseDeliveries(10, MINUTE, BOTH)).toHaveLength(1);
      expect(await deliver()).toBe(0);
      opened.clock.now += MINUTE;
    }
    expect(await deliver()).toBe(1);
    expect((await recent()).find(({ type }) => type === 'llms_txt.broken')).toMatchObject({
      status: 'delivered',
      attempts: 13,
    });
  });

  it('leases a message to one sender, and ignores a second result', async () => {
    await confirmed();
    await visitWithAlerts('llms_txt.broken', 'proof.missing', 'proof.restored');
    const [a, b] = await Promise.all([
      opened.store.leaseDeliveries(2, MINUTE, BOTH),
      opened.store.leaseDeliveries(2, MINUTE, BOTH),
    ]);
    expect([...a, ...b].map(({ delivery }) => delivery)).toHaveLength(3);
    expect(new Set([...a, ...b].map(({ delivery }) => delivery)).size).toBe(3);
    opened.clock.now += MINUTE;
    const [again] = await opened.store.leaseDeliveries(1, MINUTE, BOTH);
    const late = [...a, ...b].find(({ delivery }) => delivery === again?.delivery);
    if (!again || !late) throw new Error('nothing was leased again');
    const end = { outcome: 'delivered', error: null, dueAt: null, address: ADDRESS, delivery: again.delivery } as const;
    expect(await opened.store.finishDelivery({ ...end, lease: late.lease })).toBe(false);
    expect(await opened.store.finishDelivery({ ...end, lease: again.lease })).toBe(true);
  });

  it('disables a webhook after 410 and drops its waiting messages', async () => {
    await patch({ webhook_url: 'https://hooks.com/' });
    await visitWithAlerts('llms_txt.broken', 'proof.missing');
    const [first] = await opened.store.leaseDeliveries(1, MINUTE, BOTH);
    if (!first) throw new Error('nothing to send');
    const { delivery, lease, address } = first;
    await opened.store.finishDelivery({ delivery, lease, address, outcome: 'gone', error: '410', dueAt: null });
    expect((await opened.store.getChannels(DOMAIN))?.webhook_state).toBe('disabled');
    expect((await recent()).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'dead']);
    await visitWithAlerts('proof.restored');
    expect(await deliver()).toBe(0);
    await patch({ webhook_url: 'https://hooks.com/' });
    expect((await opened.store.getChannels(DOMAIN))?.webhook_state).toBe('active');
  });

  it('keeps a new webhook enabled if the old receiver is gone', async () => {
    await patch({ webhook_url: 'https://old.com/' });
    await visitWithAlerts('llms_txt.broken');
    const [first] = await opened.store.leaseDeliveries(1, MINUTE, BOTH);
    if (!first) throw new Error('nothing to send');
    await patch({ webhook_url: 'https://new.com/' });
    const { delivery, lease, address } = first;
    await opened.store.finishDelivery({ delivery, lease, address, outcome: 'gone', error: '410', dueAt: null });
    expect((await opened.store.getChannels(DOMAIN))?.webhook_state).toBe('active');
  });

  it('counts no failure for a busy receiver, and sends when the receiver is free', async () => {
    await patch({ webhook_url: 'https://hooks.com/' });
    await visitWithAlerts('llms_txt.broken');
    const busy = { fetch: () => Promise.reject(new HostBusyError('hooks.com', 42_000, () => 0)) };
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await deliverDue({ ...tools(), net: busy })).toBe(1);
      expect((await recent())[0]).toMatchObject({ status: 'pending', attempts: 0 });
      opened.clock.now += 42_000;
    }
    const free = { ...tools(), net: proofNet({ 'https://hooks.com/': 204 }) };
    expect(await deliverDue(free)).toBe(1);
    expect((await recent())[0]).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('drops other waiting confirmations after an unsubscribe', async () => {
    await opened.store.track(['other.com', 'third.com']);
    await patch({ notify_email: ADDRESS });
    for (const domain of ['other.com', 'third.com']) {
      await opened.store.updateProfile(domain, { notify_email: ADDRESS }, '', hashMailbox(SECRETS, ADDRESS));
    }
    await opened.store.confirmEmail(consent(ADDRESS, 'third.com'));
    opened.clock.now += 1;
    await opened.store.unsubscribeEmail(consent());
    expect(await deliver()).toBe(0);
    expect((await opened.store.getChannels('other.com'))?.email_state).toBe('unsubscribed');
    // The address stays confirmed for the other domain.
    expect((await opened.store.getChannels('third.com'))?.email_state).toBe('confirmed');
  });

  it('drops the last alert of an earlier owner after an unsubscribe', async () => {
    await confirmed();
    const proof = { method: 'dns', token_hash: 'x', unseen_since: null, absence: null } as const;
    for (const generation of [0, 1]) {
      const { basis } = await opened.store.getClaimStanding(DOMAIN);
      if (!basis) throw new Error('not tracked');
      const verified = { domain: DOMAIN, generation, basis, authority: null, tier: null, proof };
      await opened.store.verifyOwner({ ...verified, keyHash: `hash ${generation}` });
      if (generation === 0) {
        await patch({ notify_email: ADDRESS });
        await opened.store.confirmEmail(consent());
        await deliver();
        mailed = [];
      }
    }
    await opened.store.unsubscribeEmail(consent());
    expect(await deliver()).toBe(0);
    expect(mailed).toEqual([]);
  });

  it('leaves mail to senders with a mail server for a week', async () => {
    await confirmed();
    await visitWithAlerts('llms_txt.broken');
    expect(await deliverDue({ ...tools(), mailer: null })).toBe(0);
    opened.clock.now += 6 * DAY;
    expect(await deliver()).toBe(1);
    await visitWithAlerts('proof.missing');
    opened.clock.now += 8 * DAY;
    await deliverDue({ ...tools(), mailer: null });
    expect(await deliver()).toBe(0);
    expect((await recent()).find(({ type }) => type === 'proof.missing')).toMatchObject({
      status: 'dead',
      attempts: 0,
    });
  });

  it('deletes sent messages after 90 days', async () => {
    await confirmed();
    await visitWithAlerts('llms_txt.broken');
    await deliver();
    opened.clock.now += 91 * DAY;
    await deliver();
    expect(await recent()).toEqual([]);
  });
});
