import { DirectoryError } from '../../src/directory/errors.ts';

/** Visits that one network may have under way: one that goes wrong, and another try. Sixteen slow ones would block everybody. */
const MAX_OF_A_NETWORK = 2;
/** Seconds until one of them is likely to have ended. */
const RETRY_S = 10;

/** Visits under way by the network of who asked for them, of all kinds together. */
export class NetworkVisits {
  readonly #underWay = new Map<string, number>();

  /** Counts a visit until the returned function is called. Throws `DirectoryError` rate.limited for one too many. */
  begin(network: string): () => void {
    const count = this.#underWay.get(network) ?? 0;
    if (count >= MAX_OF_A_NETWORK) {
      throw new DirectoryError('rate.limited', 'Two checks or drafts for your network are under way: wait for them.', {
        retryAfterS: RETRY_S,
      });
    }
    this.#underWay.set(network, count + 1);
    return () => {
      const left = (this.#underWay.get(network) ?? 1) - 1;
      if (left > 0) this.#underWay.set(network, left);
      else this.#underWay.delete(network);
    };
  }
}
