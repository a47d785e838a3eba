import { describe, expect, it } from 'vitest';
import { mailLink } from '../../../src/alerts/mail-links.ts';
import type { EmailState } from '../../../src/store/ownership.ts';
import { BASE_URL, SERVER_SECRET, serveFake } from './serve-fake.ts';

const EMAIL = 'owner@post.com';

function open(state: EmailState = 'unconfirmed', email: string = EMAIL) {
  const channels = {
    webhook_url: null,
    webhook_secret: null,
    webhook_state: null,
    notify_email: email,
    email_state: state,
  };
  const states: EmailState[] = [state];
  const store: Parameters<typeof serveFake>[0] = {
    getChannels: async (domain) => (domain === 'bakery.com' ? channels : null),
    setEmailState: async (_domain, _email, from, to) => {
      const isPossible = from.includes(states.at(-1) ?? state);
      if (isPossible) states.push(to);
      return isPossible;
    },
  };
  const fake = serveFake(store, {
    renderer: {
      render: async () => null,
      notFound: async () => Promise.reject(new Error('unexpected page')),
      show: async (path, page) => ({ status: 200, contentType: 'text/html', body: JSON.stringify({ path, page }) }),
    },
  });
  return { ...fake, states };
}
const link = (act: 'confirm' | 'unsubscribe', domain = 'bakery.com', email = EMAIL, serverSecret = SERVER_SECRET) =>
  mailLink({ baseUrl: BASE_URL, serverSecrets: [serverSecret] }, act, domain, email).slice(BASE_URL.length);

describe('the page behind the link of a mail', () => {
  it('changes nothing when a mail program or scanner fetches it', async () => {
    const { get, send, states } = open();
    for (const act of ['confirm', 'unsubscribe'] as const) {
      const response = await get(link(act));
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const page = await response.text();
      expect(JSON.parse(page)).toMatchObject({
        path: `/notify/${act}`,
        page: { kind: 'mail', domain: 'bakery.com', button: expect.any(String) },
      });
      expect(page).not.toContain(EMAIL);
      await send('HEAD', link(act));
    }
    expect(states).toEqual(['unconfirmed']);
  });

  it('confirms by a POST, and again', async () => {
    const { send, states } = open();
    expect((await send('POST', link('confirm'))).status).toBe(200);
    expect((await send('POST', link('confirm'))).status).toBe(200);
    expect(states.at(-1)).toBe('confirmed');
  });

  it('unsubscribes by the one click of a mail program, whatever the state', async () => {
    for (const state of ['unconfirmed', 'confirmed', 'unsubscribed'] as const) {
      const { send, states } = open(state);
      const response = await send('POST', link('unsubscribe'), 'List-Unsubscribe=One-Click', {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect(response.status).toBe(200);
      expect(states.at(-1)).toBe('unsubscribed');
    }
  });

  it('an old link does not bring back an address that has unsubscribed', async () => {
    const { send, states } = open('unsubscribed');
    expect((await send('POST', link('confirm'))).status).toBe(404);
    expect(states).toEqual(['unsubscribed']);
  });

  it.each([
    ['no token', '/notify/confirm?domain=bakery.com'],
    ['another act’s token', link('unsubscribe').replace('unsubscribe', 'confirm')],
    ['another address’s token', link('confirm', 'bakery.com', 'other@post.com')],
    ['another domain’s token', link('confirm', 'other.com').replace('other.com', 'bakery.com')],
    ['a token of another server', link('confirm', 'bakery.com', EMAIL, 'another secret')],
    ['an unknown domain', link('confirm', 'nobody.com')],
    ['a domain that is none', link('confirm', '<script>')],
  ])('refuses %s', async (_, path) => {
    const { get, send, states } = open();
    for (const accept of ['text/html,*/*;q=0.8', '*/*']) {
      const isBrowser = accept !== '*/*';
      for (const response of [await get(path, { accept }), await send('POST', path, undefined, { accept })]) {
        expect(response.status).toBe(404);
        expect(response.headers.get('content-type')).toBe(isBrowser ? 'text/html' : 'application/problem+json');
        const text = await response.text();
        expect(text).toContain('This link is not valid any more');
        expect(text).not.toContain('<script');
      }
    }
    expect(states).toEqual(['unconfirmed']);
  });

  it('answers no other method', async () => {
    const { send } = open();
    const response = await send('PUT', link('confirm'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const options = await send('OPTIONS', link('confirm'));
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });
});
