import type { TestOutcome } from '../operations/watches/test-notification.ts';
import type { Store } from '../store/store.ts';
import { DELIVERY_LEASE_MS, type DeliverTools, deliver } from './deliver.ts';

/** Sends a test event through every usable channel now. Returns the result of each. */
export async function sendTest(
  domain: string,
  tools: DeliverTools & { readonly store: Pick<Store, 'openTest'> },
): Promise<readonly TestOutcome[]> {
  const messages = await tools.store.openTest(domain, DELIVERY_LEASE_MS);
  return await Promise.all(
    messages.map(async (message) => {
      const { result, error } = await deliver(message, tools);
      const status = result === 'delivered' ? 'delivered' : result === 'gone' ? 'disabled' : 'failed';
      return { channel: message.channel, status, detail: error } as const;
    }),
  );
}
