import type { ServerSecrets } from '../ownership/server-secrets.ts';
import { openWebhookSecret } from '../ownership/webhook-secret.ts';
import type { Log } from '../runtime/log.ts';
import { type Loop, startLoop } from '../runtime/start-loop.ts';
import type { Channel, DeliveryEnd, Message } from '../store/ownership.ts';
import type { Store } from '../store/store.ts';
import type { Mailer } from './mailer.ts';
import { nextTryAt } from './retry-schedule.ts';
import { type Sent, sendWebhook, type WebhookTools } from './send-webhook.ts';

export interface DeliverTools extends WebhookTools {
  readonly store: Pick<Store, 'leaseDeliveries' | 'finishDelivery'>;
  /** Mailer, or null without a mail server. Without a mailer, emails wait for another sender. */
  readonly mailer: Mailer | null;
  /** Secrets that decrypt webhook secrets. */
  readonly serverSecrets: ServerSecrets;
  readonly log: Log;
  readonly random: () => number;
}

/** Lease of a message. A send ends within 30 s, so a sender that did not report by then is dead. */
export const DELIVERY_LEASE_MS = 60_000;
/** Concurrent sends, which mostly wait for responses. */
const SENDERS = 32;
/** Most messages per lease. The number is below the number of senders, so that a leased message does not wait. */
const BATCH = 16;
const MAX_ERROR_CHARACTERS = 300;

/** Mailer for test events. This mailer refuses, because test events do not wait for other senders. */
const NO_MAILER: Pick<Mailer, 'send'> = {
  send: async () => ({ result: 'refused', error: 'this service has no mail server' }),
};

/** Sends a leased message and stores the result. Sends at least once, because the lease of a dead sender runs out. */
export async function deliver(message: Message, tools: DeliverTools): Promise<Sent> {
  const { store, log, now, random } = tools;
  const sent = await send(message, tools);
  const { outcome, dueAt } = decideDelivery(sent, message, now(), random);
  const { delivery, lease, address } = message;
  const error = sent.error === null ? null : sent.error.slice(0, MAX_ERROR_CHARACTERS);
  const isOurs = await store.finishDelivery({ delivery, lease, address, outcome, error, dueAt });
  const { id, type, domain, channel, attempts } = message;
  log.info('alert.sent', { id, type, domain, channel, attempts, outcome: isOurs ? outcome : 'late' });
  return sent;
}

/** Decides the state of a message after a send. A test is not retried, because its sender waits for the result now. */
function decideDelivery(
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
  // Retry later, because the operator must first fix the settings.
  if (secret === null) return { result: 'failed', error: 'this server cannot read the signing secret' };
  return await sendWebhook(message, secret, tools);
}

/** Sends all due messages. Returns the number of tried messages. */
export async function deliverDue(tools: DeliverTools, signal?: AbortSignal): Promise<number> {
  let tried = 0;
  // All senders also send messages that became due again in the meantime.
  for (let last = -1; last !== tried && !signal?.aborted; ) {
    last = tried;
    tried += await deliverOnce(tools, signal);
  }
  return tried;
}

/** Sends messages until none is due. A stalled receiver blocks one sender only. */
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

/** Interval of sends. A send costs one store query. */
const INTERVAL_MS = 5_000;

/** Delivers due messages while a server runs. Several may run, because each message is leased to one. */
export function startDeliveryLoop(tools: DeliverTools): Loop {
  return startLoop(
    async (signal) => {
      await deliverDue(tools, signal);
    },
    INTERVAL_MS,
    (reason) => tools.log.warn('alerts.delayed', { reason }),
  );
}
