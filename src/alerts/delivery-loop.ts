import { setTimeout as wait } from 'node:timers/promises';
import { type DeliverTools, deliverDue } from './deliver.ts';

/** An alert is sent within this; each time costs one query of the store. */
const INTERVAL_MS = 5_000;

export interface DeliveryLoop {
  /** Waits for what is being sent. */
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
      await wait(INTERVAL_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stop.abort();
      await loop;
    },
  };
}
