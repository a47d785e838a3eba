import { createHmac } from 'node:crypto';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchLimits, FetchRequest, FetchResult, Net } from '../fetch/net.ts';
import { HostBusyError, orBusy, type Pacing } from '../fetch/pacing.ts';
import type { Message } from '../store/ownership.ts';

/**
 * Result of a send. `gone`: the receiver unsubscribed. `refused`: a retry would not help. `postponed`: nothing was sent, because
 * other requests to this receiver come first.
 */
export interface Sent {
  readonly result: 'delivered' | 'failed' | 'refused' | 'gone' | 'postponed';
  /** Reason of the failure, for the owner. */
  readonly error: string | null;
  /** Approximate wait of a postponed message. */
  readonly busyMs?: number;
}

export interface WebhookTools {
  readonly net: Pick<Net, 'fetch'>;
  /** Pacing shared with the crawl. A receiver gets one request per second for all domains. */
  readonly pacing: Pacing;
  readonly now: () => number;
}

/** Longest wait for a turn, so that messages to one receiver occupy few senders. */
const MAX_WAIT_MS = 5_000;

/** Status by which a receiver unsubscribes (Standard Webhooks). */
const GONE = 410;

export type SignedMessage = Pick<Message, 'id' | 'type' | 'created_at' | 'domain' | 'data' | 'address'>;

/**
 * Posts a message by Standard Webhooks (https://www.standardwebhooks.com/). The id is equal over all tries, and the signature
 * covers id, time and body. The request is guarded like every fetch. A redirect is a failure.
 */
export async function sendWebhook(message: SignedMessage, secret: string, tools: WebhookTools): Promise<Sent> {
  const result = await postSigned(message, secret, LIMITS.webhook, tools);
  if (result instanceof HostBusyError) {
    return { result: 'postponed', error: 'other requests to this receiver come first', busyMs: result.waitMs };
  }
  const { status, failure } = result;
  if (isAccepted(status)) return { result: 'delivered', error: null };
  if (status === GONE) return { result: 'gone', error: 'the receiver answered 410' };
  // Keep only the receiver's status, not its text.
  return { result: 'failed', error: status === null ? `${failure}: ${result.detail ?? ''}` : `status ${status}` };
}

/** Reports whether a receiver accepted an event (2xx, by Standard Webhooks). */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Posts a signed message. Returns the error if other requests to the receiver come first. */
export async function postSigned(
  message: SignedMessage,
  secret: string,
  limits: FetchLimits,
  { net, pacing, now }: WebhookTools,
): Promise<FetchResult | HostBusyError> {
  const id = `msg_${message.id}`;
  const timestamp = String(Math.floor(now() / 1000));
  const body = formatBody(message);
  const request: FetchRequest = {
    url: message.address,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': computeSignature(secret, `${id}.${timestamp}.${body}`),
    },
    body,
    limits,
    pacing,
    maxWaitMs: MAX_WAIT_MS,
  };
  return await orBusy(net.fetch(request));
}

function formatBody({ type, created_at, domain, data }: SignedMessage): string {
  return JSON.stringify({ type, timestamp: created_at, data: { ...data, domain } });
}

/** Returns `v1,` and the base64 HMAC. The secret is base64 after `whsec_`. */
function computeSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
