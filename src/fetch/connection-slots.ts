import type { After } from './paced-queues.ts';
import { WaitingLine } from './waiting-line.ts';

/** A visit that was admitted has requested a connection after this time: a DNS lookup takes some 50 ms. */
const ARRIVAL_MS = 100;
/**
 * Visits that may begin beyond those that fill the slots, as a share of these: a host that never answers takes 5 s to fail, and the
 * sooner it is tried, the less of that is left when all others are done.
 */
const AHEAD_SHARE = 1 / 2;

/** At most `max` connections at a time, and no more new visits than would soon get one. */
export class ConnectionSlots {
  readonly #max: number;
  readonly #after: After;
  readonly #waiting = new WaitingLine();
  readonly #newVisits = new WaitingLine();
  #open = 0;
  #arriving = 0;

  constructor(max: number, after: After) {
    this.#max = max;
    this.#after = after;
  }

  /** Takes a slot. Rejects with the signal's reason when it aborts. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#open < this.#max) this.#open += 1;
    else await this.#waiting.wait(signal);
  }

  /** Gives a slot back, to whoever has waited longest. */
  giveBack(): void {
    if (!this.#waiting.callNext()) this.#open -= 1;
    this.#admit();
  }

  /** Waits until a visit that begins now would soon find a free slot. */
  async waitForCapacity(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const admitted = this.#newVisits.wait(signal);
    this.#admit();
    await admitted;
  }

  #admit(): void {
    while (this.#open + this.#arriving + this.#waiting.length < this.#max * (1 + AHEAD_SHARE)) {
      if (!this.#newVisits.callNext()) return;
      this.#arriving += 1;
      this.#after(ARRIVAL_MS, () => {
        this.#arriving -= 1;
        this.#admit();
      });
    }
  }
}
