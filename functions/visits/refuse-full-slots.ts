import { DirectoryError } from '../../src/directory/errors.ts';
import { SlotsTaken } from '../../src/runtime/fair-slots.ts';

/**
 * Creates a handler of `FairSlots` errors. The handler throws `DirectoryError` rate.limited or service.busy for
 * `SlotsTaken`, and other errors unchanged.
 * @param visits purpose of the slots, as in "checks and drafts"
 */
export function refuseFullSlots(visits: string) {
  return (error: unknown): never => {
    if (!(error instanceof SlotsTaken)) throw error;
    const seconds = Math.max(1, Math.ceil(error.waitMs / 1_000));
    const options = { retryAfterS: seconds };
    if (error.isOwnLimit) {
      throw new DirectoryError(
        'rate.limited',
        `Your network already runs two ${visits}. Try again in ${seconds} s.`,
        options,
      );
    }
    throw new DirectoryError(
      'service.busy',
      `Many networks wait for ${visits}. Try again in ${seconds} s. We keep your place.`,
      options,
    );
  };
}
