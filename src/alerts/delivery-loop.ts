import { type Loop, startLoop } from '../runtime/start-loop.ts';
import { type DeliverTools, deliverDue } from './deliver.ts';

/** Interval of sends. Each costs one store query. */
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
