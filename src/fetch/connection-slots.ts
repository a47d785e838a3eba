import { NetworkLines } from './network-lines.ts';
import type { After } from './paced-queues.ts';
import { WaitingLine } from './waiting-line.ts';

/** Time from admission to the first connection request. A DNS lookup takes about 50 ms. */
const ARRIVAL_MS = 100;
/**
 * Share of the slots by which visits may start before a slot is free. A host that never answers takes 5 s to fail, so its visit
 * starts early.
 */
const AHEAD_SHARE = 1 / 2;

/** Limits connections to `max`, and admits only visits that soon get a connection. */
export class ConnectionSlots {
  readonly #max: number;
  readonly #after: After;
  readonly #waiting = new NetworkLines();
  readonly #newVisits = new WaitingLine();
  /** Open connections by network. */
  readonly #openOf = new Map<string, number>();
  #open = 0;
  #arriving = 0;

  constructor(max: number, after: After) {
    this.#max = max;
    this.#after = after;
  }

  /** Waits for a slot. Rejects with the signal's reason if the signal aborts. */
  async take(signal: AbortSignal, network: string): Promise<void> {
    signal.throwIfAborted();
    if (this.#open < this.#max) {
      this.#count(network, 1);
      return;
    }
    await this.#waiting.wait(network, signal);
  }

  /**
   * Releases a slot to the waiting network with the fewest connections. Of equal networks, the network that waits longest wins.
   */
  giveBack(network: string): void {
    this.#count(network, -1);
    const next = this.#waiting.callNext((waiting) => this.#openOf.get(waiting) ?? 0);
    if (next !== null) this.#count(next, 1);
    this.#admit();
  }

  #count(network: string, change: 1 | -1): void {
    const open = (this.#openOf.get(network) ?? 0) + change;
    this.#open += change;
    if (open > 0) this.#openOf.set(network, open);
    else this.#openOf.delete(network);
  }

  /** Waits until a new visit would soon get a slot. */
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
