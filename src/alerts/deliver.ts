import type { Net } from '../fetch/net.ts';
import type { Log } from '../runtime/log.ts';
import type { Channel, Message } from '../store/ownership.ts';
import type { Store } from '../store/store.ts';
import type { Mailer } from './mailer.ts';
import { nextTryAt } from './retry-schedule.ts';
import { type Sent, sendWebhook } from './send-webhook.ts';

export interface DeliverTools {
  readonly store: Pick<Store, 'claimDeliveries' | 'finishDelivery'>;
  readonly net: Net;
  /** Null: mail waits for a sender that has a mail server. */
  readonly mailer: Mailer | null;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
}

/** A send ends within 30 s; whoever has not told its end by then is dead, and another sends again. */
export const DELIVERY_LEASE_MS = 60_000;
/** Sends under way at once: mostly waiting for answers. */
const SENDERS = 32;
/** Taken at once, and never more than there are senders: what waits for one of them is leased already. */
const CLAIMED = 16;
/** Beyond, the text of an error says nothing more to the owner. */
const MAX_ERROR_CHARACTERS = 300;

/** For a test event, which waits for nobody. */
const NO_MAILER: Pick<Mailer, 'send'> = {
  send: async () => ({ result: 'refused', error: 'this service has no mail server' }),
};

/** Sends a leased message and writes down how it went. At least once: a sender that dies in between leaves the lease to run out. */
export async function deliver(message: Message, tools: DeliverTools): Promise<Sent> {
  const { store, net, mailer, log, now, random } = tools;
  const sent =
    message.channel === 'webhook'
      ? await sendWebhook(message, { net, now })
      : await (mailer ?? NO_MAILER).send(message);
  const failures = message.failures + 1;
  // A test is for whoever waits for its answer: nobody wants it hours later.
  const dueAt = sent.result !== 'failed' || message.type === 'test' ? null : nextTryAt(failures, now(), random);
  const outcome = sent.result === 'failed' || sent.result === 'refused' ? (dueAt ? 'retry' : 'dead') : sent.result;
  const { delivery, lease, address } = message;
  const error = sent.error === null ? null : sent.error.slice(0, MAX_ERROR_CHARACTERS);
  const isOurs = await store.finishDelivery({ delivery, lease, address, outcome, error, dueAt });
  const { id, type, domain, channel, attempts } = message;
  log.info('alert.sent', { id, type, domain, channel, attempts, outcome: isOurs ? outcome : 'late' });
  return sent;
}

/** Sends everything that is due. Answers how many messages were tried. */
export async function deliverDue(tools: DeliverTools, signal?: AbortSignal): Promise<number> {
  let tried = 0;
  // What has become due again meanwhile is sent by all senders, not by those that were held up.
  for (let last = -1; last !== tried && !signal?.aborted; ) {
    last = tried;
    tried += await deliverOnce(tools, signal);
  }
  return tried;
}

/** Until nothing more is due. A receiver that stalls holds up one of the senders, not the others. */
async function deliverOnce(tools: DeliverTools, signal: AbortSignal | undefined): Promise<number> {
  const channels: readonly Channel[] = tools.mailer ? ['webhook', 'email'] : ['webhook'];
  const waiting: Message[] = [];
  let claiming: Promise<void> | null = null;
  let isDry = false;
  let tried = 0;
  const claim = async () => {
    const claimed = await tools.store.claimDeliveries(CLAIMED, DELIVERY_LEASE_MS, channels);
    waiting.push(...claimed);
    isDry = claimed.length === 0;
  };
  const work = async () => {
    while (!signal?.aborted) {
      if (waiting.length === 0 && !isDry) {
        claiming ??= claim().finally(() => {
          claiming = null;
        });
        await claiming;
      }
      const message = waiting.shift();
      if (message) {
        tried += 1;
        await deliver(message, tools);
      } else if (isDry) return;
    }
  };
  const senders = await Promise.allSettled(Array.from({ length: SENDERS }, work));
  const broken = senders.find((each) => each.status === 'rejected');
  if (broken) throw broken.reason;
  return tried;
}
