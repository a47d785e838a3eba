import { createHmac } from 'node:crypto';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchRequest, FetchResult, Net } from '../fetch/net.ts';
import { HostBusyError, orBusy, type Pacing } from '../fetch/pacing.ts';
import type { Message } from '../store/ownership.ts';

/**
 * How a send went. `gone`: the receiver wants no more. `refused`: trying again would not help. `postponed`: nothing was sent, because
 * other requests of ours to this receiver come first.
 */
export interface Sent {
  readonly result: 'delivered' | 'failed' | 'refused' | 'gone' | 'postponed';
  /** For the owner: why it failed. */
  readonly error: string | null;
  /** With `postponed`: for how long the receiver is busy, about. */
  readonly busyMs?: number;
}

export interface WebhookTools {
  readonly net: Pick<Net, 'fetch'>;
  /** Of the crawl and all else: a receiver gets one request a second from us, however many domains name it. */
  readonly pacing: Pacing;
  readonly now: () => number;
}

/** So that the messages to one receiver occupy few of the senders. */
const MAX_WAIT_MS = 5_000;

/** 410 is how a receiver unsubscribes (Standard Webhooks). */
const GONE = 410;

/** What a signed request says. */
export type SignedMessage = Pick<Message, 'id' | 'type' | 'created_at' | 'domain' | 'data' | 'address'>;

/**
 * Posts a message by the Standard Webhooks specification (https://www.standardwebhooks.com/): the id is the same over all tries,
 * the signature is over id, time and body. Guarded like every fetch; a redirect is a failure.
 */
export async function sendWebhook(message: SignedMessage, secret: string, tools: WebhookTools): Promise<Sent> {
  const result = await postSigned(message, secret, tools);
  if (result instanceof HostBusyError) {
    return { result: 'postponed', error: 'other requests to this receiver come first', busyMs: result.waitMs };
  }
  const { status, failure } = result;
  if (status !== null && status >= 200 && status < 300) return { result: 'delivered', error: null };
  if (status === GONE) return { result: 'gone', error: 'the receiver answered 410' };
  // The receiver's text is not kept, only its status.
  return { result: 'failed', error: status === null ? `${failure}: ${result.detail ?? ''}` : `status ${status}` };
}

/** Posts a signed message. Returns the error if other requests to the receiver come first. */
export async function postSigned(
  message: SignedMessage,
  secret: string,
  { net, pacing, now }: WebhookTools,
): Promise<FetchResult | HostBusyError> {
  const id = `msg_${message.id}`;
  const timestamp = String(Math.floor(now() / 1000));
  const body = bodyOf(message);
  const request: FetchRequest = {
    url: message.address,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatureOf(secret, `${id}.${timestamp}.${body}`),
    },
    body,
    limits: LIMITS.webhook,
    pacing,
    maxWaitMs: MAX_WAIT_MS,
  };
  return await orBusy(net.fetch(request));
}

function bodyOf({ type, created_at, domain, data }: SignedMessage): string {
  return JSON.stringify({ type, timestamp: created_at, data: { ...data, domain } });
}

/** `v1,` and the base64 of the HMAC; the secret is base64 behind `whsec_`. */
function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
