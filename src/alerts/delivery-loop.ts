import { type Loop, startLoop } from '../runtime/start-loop.ts';
import { type DeliverTools, deliverDue } from './deliver.ts';

/** An alert is sent within this; each time costs one query of the store. */
const INTERVAL_MS = 5_000;

/** Delivers what is due for as long as a server runs. Several may run: each message is leased to one of them. */
export function startDeliveryLoop(tools: DeliverTools): Loop {
  return startLoop(
    async (signal) => {
      await deliverDue(tools, signal);
    },
    INTERVAL_MS,
    (reason) => tools.log.warn('alerts.delayed', { reason }),
  );
}
