import type { deliverDue } from '../../src/alerts/deliver.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { silentLog } from '../../src/runtime/log.ts';
import type { TestStore } from '../store/test-store.ts';

export const SECRETS = ['a secret of at least thirty-two characters'] as const;

type DeliveryTools = Parameters<typeof deliverDue>[0];

/** Creates tools that send the messages of a store without pauses. */
export const deliveryTools = (
  { store, clock }: Pick<TestStore, 'store' | 'clock'>,
  given: Pick<DeliveryTools, 'net' | 'mailer'>,
): DeliveryTools => ({
  store,
  serverSecrets: SECRETS,
  pacing: createPacing({ gapMs: 0, now: () => clock.now }),
  now: () => clock.now,
  random: () => 0,
  log: silentLog,
  ...given,
});
