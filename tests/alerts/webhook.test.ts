import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { nextTryAt } from '../../src/alerts/retry-schedule.ts';
import { sendWebhook } from '../../src/alerts/send-webhook.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import { createPacing, HostBusyError } from '../../src/fetch/pacing.ts';
import { fakeNet, type Said } from '../crawl/fake-net.ts';
import { aMessage } from './a-message.ts';

const now = () => Date.now();
const pacing = createPacing({ gapMs: 0, now });

async function send(said: Said, change = {}) {
  const message = aMessage(change);
  const net = fakeNet({ [message.address]: said });
  const sent = await sendWebhook(message, message.secret ?? '', { net, pacing, now });
  const [request] = net.requests;
  if (!request) throw new Error('nothing was sent');
  return { message, sent, request };
}

describe('a webhook', () => {
  it('passes the Standard Webhooks verifier only if unchanged', async () => {
    const { message, request } = await send(204);
    const verifier = new Webhook(message.secret ?? '');
    const { body = '', headers = {} } = request;
    expect(verifier.verify(body, { ...headers })).toEqual({
      type: 'llms_txt.broken',
      timestamp: message.created_at,
      data: { ...message.data, domain: 'bakery.com' },
    });
    expect(() => verifier.verify(`${body} `, { ...headers })).toThrow();
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'msg_other' })).toThrow();
    expect(() =>
      new Webhook(`whsec_${Buffer.from('another secret').toString('base64')}`).verify(body, { ...headers }),
    ).toThrow();
  });

  it('keeps its id over all tries', async () => {
    const tries = [await send(500), await send(204, { attempts: 2, failures: 1 })];
    for (const { message, request } of tries) expect(request.headers?.['webhook-id']).toBe(`msg_${message.id}`);
  });

  it('uses the webhook limits: https, 15 seconds, no redirect', async () => {
    const { request } = await send(204);
    expect(request).toMatchObject({ method: 'POST', limits: LIMITS.webhook });
    expect(LIMITS.webhook).toMatchObject({ schemes: ['https'], maxRedirects: 0, totalMs: 15_000, codings: 'identity' });
  });

  it('waits for its turn at the receiver, and returns to the queue after a long wait', async () => {
    const { request } = await send(204);
    expect(request).toMatchObject({ pacing, maxWaitMs: 5_000 });
    const busy = {
      fetch: () => Promise.reject(new HostBusyError('hooks.com', 42_000, () => 0)),
    };
    expect(await sendWebhook(aMessage(), 'whsec_c2VjcmV0', { net: busy, pacing, now })).toEqual({
      result: 'postponed',
      error: 'other requests to this receiver come first',
      busyMs: 42_000,
    });
  });

  const outcomes: [what: string, said: Said, result: string, error: string | null][] = [
    ['200', 200, 'delivered', null],
    ['204', 204, 'delivered', null],
    ['299', 299, 'delivered', null],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.com/' } }, 'failed', 'status 302'],
    ['304', 304, 'failed', 'status 304'],
    ['400', 400, 'failed', 'status 400'],
    ['404', 404, 'failed', 'status 404'],
    ['410', 410, 'gone', 'the receiver answered 410'],
    ['500, with what nobody should see', { status: 500, body: 'stack trace' }, 'failed', 'status 500'],
    ['a timeout', 'timeout', 'failed', 'timeout: timeout'],
    ['a reset', 'reset', 'failed', 'reset: reset'],
    ['a private address', 'refused-address', 'failed', 'refused-address: refused-address'],
  ];
  it.each(outcomes)('handles the answer %s', async (_, said, result, error) => {
    expect((await send(said)).sent).toEqual({ result, error });
  });
});

it('waits at most a fifth longer for the next try', () => {
  const start = Date.parse('2026-11-20T10:00:00.000Z');
  expect(nextTryAt(2, start, () => 0.5)).toBe(new Date(start + 300_000 * 1.1).toISOString());
});
