import { beforeEach, describe, expect, it } from 'vitest';
import { type MailLinkAction, mailPath } from '../../../src/alerts/mail-links.ts';
import type { Renderer } from '../../../src/site/build/renderer.ts';
import { closeAfterAll } from '../../close-after-all.ts';
import { serveOwners } from '../../ownership/serve-owners.ts';
import { DAY, T0 } from '../../store/sample-visit.ts';
import { SERVER_SECRET, serveFake } from './serve-fake.ts';

const owners = await serveOwners();
closeAfterAll(owners);

let number = 0;
/** Verified domain of one test, with its key and an unconfirmed address. */
let domain = '';
let email = '';
let key = '';
beforeEach(async () => {
  number += 1;
  domain = `bakery${number}.com`;
  email = `owner${number}@post.com`;
  owners.clock.now = T0 + number * 2 * DAY;
  key = await owners.verified(domain);
  await name(email);
});

const name = (address: string | null, site = domain, withKey = key) =>
  owners.as(withKey)('PATCH', `/v1/sites/${site}`, { notify_email: address });
const state = async (site = domain) => (await owners.store.getChannels(site))?.email_state;
const link = (act: MailLinkAction, change: { domain?: string; email?: string; at?: number; secret?: string } = {}) =>
  mailPath([change.secret ?? SERVER_SECRET], act, change.domain ?? domain, {
    email: change.email ?? email,
    at: change.at ?? owners.clock.now,
  });
/** Sends a request as a browser or program. Returns pages as their data. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const renderer: Renderer = {
    ...owners.context.renderer,
    show: async (shownAt, page) => ({
      status: 200,
      contentType: 'text/html',
      body: JSON.stringify({ path: shownAt, page }),
    }),
  };
  const { send } = serveFake(owners.store, { ...owners.context, renderer });
  return send(method, path, body, { accept: 'text/html', ...headers });
}

describe('page of an email link', () => {
  it('changes nothing on a fetch by a mail program', async () => {
    for (const act of ['confirm', 'unsubscribe'] as const) {
      const response = await ask('GET', link(act));
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const page = await response.text();
      expect(JSON.parse(page)).toMatchObject({
        path: `/notify/${act}`,
        page: { kind: 'mail', domain, button: expect.any(String) },
      });
      expect(page).not.toContain(email);
      await ask('HEAD', link(act));
    }
    expect(await state()).toBe('unconfirmed');
  });

  it('confirms by a POST for three days, also twice', async () => {
    const path = link('confirm');
    owners.clock.now += 3 * DAY;
    for (const method of ['GET', 'POST']) expect((await ask(method, path)).status).toBe(404);
    expect(await state()).toBe('unconfirmed');
    owners.clock.now -= 1;
    for (let i = 0; i < 2; i += 1) expect((await ask('POST', path)).status).toBe(200);
    expect(await state()).toBe('confirmed');
  });

  it('unsubscribes by one click in any state, also twice', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = link('unsubscribe');
    await owners.confirmEmail(domain, email);
    owners.clock.now += 1_000 * DAY;
    for (let i = 0; i < 2; i += 1) {
      expect((await ask('POST', path, form, 'List-Unsubscribe=One-Click')).status).toBe(200);
      expect(await state()).toBe('unsubscribed');
    }
  });

  it('unsubscribes an address that the entry no longer has', async () => {
    const path = link('unsubscribe');
    await name(null);
    expect((await ask('POST', path)).status).toBe(200);
    await name(email);
    expect(await state()).toBe('unsubscribed');
  });

  it('does not resubscribe by an old link', async () => {
    const path = link('confirm');
    await ask('POST', link('unsubscribe'));
    expect((await ask('POST', path)).status).toBe(404);
    expect(await state()).toBe('unsubscribed');
  });

  it('sends no confirmation to an unsubscribed mailbox in any spelling', async () => {
    await ask('POST', link('unsubscribe'));
    owners.clock.now += 100 * DAY;
    const other = `other${number}.com`;
    const otherKey = await owners.verified(other);
    owners.mailed.length = 0;
    for (const [site, withKey] of [[domain, key] as const, [other, otherKey] as const]) {
      for (const address of [email, email.toUpperCase().replace('POST.COM', 'post.com'), email.replace('@', '+x@')]) {
        owners.clock.now += DAY;
        expect((await name(address, site, withKey)).status).toBe(200);
        expect(await state(site)).toBe('unsubscribed');
      }
    }
    const { outcomes } = await (await owners.as(key)('POST', `/v1/sites/${domain}/notify/test`)).json();
    expect(outcomes).toEqual([{ channel: 'email', status: 'unsubscribed', detail: expect.any(String) }]);
    expect(
      await owners.query('select 1 from directory.deliveries where status = $1 and domain = any($2)', [
        'pending',
        [domain, other],
      ]),
    ).toEqual([]);
    expect(owners.mailed).toEqual([]);
  });

  it('allows email again only by a link in the mailbox', async () => {
    const path = link('unsubscribe');
    await ask('POST', path);
    owners.clock.now += 100 * DAY;
    const { page } = await (await ask('GET', path)).json();
    expect(page).toMatchObject({ button: 'Allow mail again', action: expect.stringMatching(/^\/notify\/confirm\?/) });
    expect(await state()).toBe('unsubscribed');
    expect((await ask('POST', page.action)).status).toBe(200);
    expect(await state()).toBe('confirmed');
  });

  it('allows confirmations again if the domain has another address', async () => {
    const path = link('unsubscribe');
    const { page } = await (await ask('POST', path)).json();
    await name(`another${number}@post.com`);
    const allowed = await (await ask('POST', page.action)).json();
    expect(allowed.page.title).toBe('This address can get confirmation requests again');
    expect(await state()).toBe('unconfirmed');
    await name(email);
    expect(await state()).toBe('unconfirmed');
  });

  it.each<[what: string, path: () => string]>([
    ['no token', () => `/notify/confirm?domain=${domain}`],
    ['another act’s token', () => link('unsubscribe').replace('unsubscribe', 'confirm')],
    ['another address’s token', () => link('confirm', { email: 'other@post.com' })],
    ['another domain’s token', () => link('confirm', { domain: 'other.com' }).replace('other.com', domain)],
    ['a token of another server', () => link('confirm', { secret: 'another secret' })],
    ['an unknown domain', () => link('confirm', { domain: 'nobody.com' })],
    ['a domain that is none', () => link('confirm', { domain: '<script>' })],
  ])('refuses %s', async (_, pathOf) => {
    const path = pathOf();
    for (const method of ['GET', 'POST']) {
      const response = await ask(method, path, { accept: 'text/html,*/*;q=0.8' });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html']);
      const text = await response.text();
      expect(text).toContain('This link is no longer valid');
      expect(text).not.toContain('<script');
    }
    expect(await state()).toBe('unconfirmed');
  });
});
