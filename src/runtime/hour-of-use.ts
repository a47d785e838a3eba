import { HOUR_MS } from '../directory/duration.ts';

/** Slot time used by a network in the last hour, in ms. The previous clock hour counts for its remaining part. */
export class HourOfUse {
  readonly #now: () => number;
  #hour: number;
  #current = 0;
  #before = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#hour = Math.floor(now() / HOUR_MS);
  }

  get ms(): number {
    const hours = this.#now() / HOUR_MS;
    this.#turn(Math.floor(hours));
    return Math.max(0, this.#current + this.#before * (1 - (hours % 1)));
  }

  /** Adds to the network's use. A negative amount subtracts. */
  add(ms: number): void {
    this.#turn(Math.floor(this.#now() / HOUR_MS));
    this.#current += ms;
  }

  #turn(hour: number): void {
    if (hour === this.#hour) return;
    this.#before = hour === this.#hour + 1 ? this.#current : 0;
    this.#current = 0;
    this.#hour = hour;
  }
}
