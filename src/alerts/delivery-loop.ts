import { setTimeout as wait } from 'node:timers/promises';
import { type DeliverTools, deliverDue } from './deliver.ts';

/** An alert is on its way within this; one question to the store each time. */
const LOOK_EVERY_MS = 5_000;

export interface DeliveryLoop {
  /** Lets what is being sent end. */
  stop(): Promise<void>;
}

/** Delivers what is due for as long as a server runs. Several may run: each message is leased to one of them. */
export function startDeliveryLoop(tools: DeliverTools): DeliveryLoop {
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      try {
        await deliverDue(tools, stop.signal);
      } catch (error) {
        tools.log.warn('alerts.delayed', { reason: error instanceof Error ? error.message : 'unknown' });
      }
      await wait(LOOK_EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stop.abort();
      await loop;
    },
  };
}
