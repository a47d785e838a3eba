import type { ServerSecrets } from '../ownership/server-secrets.ts';
import { openWebhookSecret } from '../ownership/webhook-secret.ts';
import type { Log } from '../runtime/log.ts';
import type { Channel, DeliveryEnd, Message } from '../store/ownership.ts';
import type { Store } from '../store/store.ts';
import type { Mailer } from './mailer.ts';
import { nextTryAt } from './retry-schedule.ts';
import { type Sent, sendWebhook, type WebhookTools } from './send-webhook.ts';

export interface DeliverTools extends WebhookTools {
  readonly store: Pick<Store, 'leaseDeliveries' | 'finishDelivery'>;
  /** Null: mail waits for a sender that has a mail server. */
  readonly mailer: Mailer | null;
  /** They open what signs webhooks. */
  readonly serverSecrets: ServerSecrets;
  readonly log: Log;
  readonly random: () => number;
}

/** A send ends within 30 s: a sender that has not reported by the end of the lease is dead, and another one sends again. */
export const DELIVERY_LEASE_MS = 60_000;
/** Sends under way at once: they mostly wait for responses. */
const SENDERS = 32;
/** Leased at once, and fewer than there are senders: a leased message must not wait for one of them. */
const BATCH = 16;
/** The rest of a longer error is of no use to the owner. */
const MAX_ERROR_CHARACTERS = 300;

/** For a test event, which waits for no other sender. */
const NO_MAILER: Pick<Mailer, 'send'> = {
  send: async () => ({ result: 'refused', error: 'this service has no mail server' }),
};

/** Sends a leased message and stores how it went. At least once: the lease of a sender that dies in between runs out. */
export async function deliver(message: Message, tools: DeliverTools): Promise<Sent> {
  const { store, log, now, random } = tools;
  const sent = await send(message, tools);
  const { outcome, dueAt } = judgeSent(sent, message, now(), random);
  const { delivery, lease, address } = message;
  const error = sent.error === null ? null : sent.error.slice(0, MAX_ERROR_CHARACTERS);
  const isOurs = await store.finishDelivery({ delivery, lease, address, outcome, error, dueAt });
  const { id, type, domain, channel, attempts } = message;
  log.info('alert.sent', { id, type, domain, channel, attempts, outcome: isOurs ? outcome : 'late' });
  return sent;
}

/** What becomes of a message after a send. A test is for whoever waits for its result: hours later it would only confuse. */
function judgeSent(
  { result, busyMs = 0 }: Sent,
  { type, failures }: Message,
  now: number,
  random: () => number,
): Pick<DeliveryEnd, 'outcome' | 'dueAt'> {
  if (result === 'delivered' || result === 'gone') return { outcome: result, dueAt: null };
  if (result === 'refused' || type === 'test') return { outcome: 'dead', dueAt: null };
  if (result === 'postponed') return { outcome: 'postponed', dueAt: new Date(now + busyMs).toISOString() };
  const dueAt = nextTryAt(failures + 1, now, random);
  return { outcome: dueAt ? 'retry' : 'dead', dueAt };
}

async function send(message: Message, tools: DeliverTools): Promise<Sent> {
  const { mailer, serverSecrets } = tools;
  if (message.channel === 'email') return await (mailer ?? NO_MAILER).send(message);
  const secret = openWebhookSecret(serverSecrets, message.domain, message.secret);
  // A fault of the operator's settings, and none of the message: it is sent when they are right again.
  if (secret === null) return { result: 'failed', error: 'this server cannot read the signing secret' };
  return await sendWebhook(message, secret, tools);
}

/** Sends everything that is due. Returns how many messages were tried. */
export async function deliverDue(tools: DeliverTools, signal?: AbortSignal): Promise<number> {
  let tried = 0;
  // What has become due again meanwhile is sent by all senders, not only by those that were held up.
  for (let last = -1; last !== tried && !signal?.aborted; ) {
    last = tried;
    tried += await deliverOnce(tools, signal);
  }
  return tried;
}

/** Until nothing more is due. A receiver that stalls holds up one of the senders, not the others. */
async function deliverOnce(tools: DeliverTools, signal: AbortSignal | undefined): Promise<number> {
  const channels: readonly Channel[] = tools.mailer ? ['webhook', 'email'] : ['webhook'];
  const ready: Message[] = [];
  let leasing: Promise<void> | null = null;
  let isEmpty = false;
  let tried = 0;
  const leaseBatch = async () => {
    const leased = await tools.store.leaseDeliveries(BATCH, DELIVERY_LEASE_MS, channels);
    ready.push(...leased);
    isEmpty = leased.length === 0;
  };
  const send = async () => {
    while (!signal?.aborted) {
      if (ready.length === 0 && !isEmpty) {
        leasing ??= leaseBatch().finally(() => {
          leasing = null;
        });
        await leasing;
      }
      const message = ready.shift();
      if (message) {
        tried += 1;
        await deliver(message, tools);
      } else if (isEmpty) return;
    }
  };
  const senders = await Promise.allSettled(Array.from({ length: SENDERS }, send));
  const failed = senders.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return tried;
}
