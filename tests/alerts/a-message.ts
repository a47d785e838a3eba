import type { Message } from '../../src/store/ownership.ts';

/** Creates a breakage alert for a webhook. */
export function aMessage(change: Partial<Message> = {}): Message {
  return {
    delivery: '00000000-0000-4000-8000-000000000001',
    lease: '00000000-0000-4000-8000-000000000002',
    id: '00000000-0000-4000-8000-000000000003',
    type: 'llms_txt.broken',
    data: { status: 'invalid', reason: 'no-title', since: '2026-11-20T10:00:00.000Z' },
    domain: 'bakery.com',
    created_at: '2026-11-20T10:00:00.000Z',
    channel: 'webhook',
    attempts: 1,
    failures: 0,
    address: 'https://hooks.com/in',
    secret: `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`,
    ...change,
  };
}

/** Creates a message to a confirmed address. */
export const aMail = (change: Partial<Message> = {}): Message =>
  aMessage({ channel: 'email', address: 'owner@bakery.com', secret: null, ...change });
