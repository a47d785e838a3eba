import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../directory/duration.ts';

/** Networks remembered. Beyond, the network that was quiet for longest counts as one that has used nothing. */
const MAX_NETWORKS = 10_000;

/** How much one network has used in the last hour, in ms of slots. The hour before the current one counts for what is left of it. */
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

  /** Adds to what the network has used; a negative amount takes back. */
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

/** The use of each network. */
export class NetworkUse {
  readonly #uses = new LRUCache<string, HourOfUse>({ max: MAX_NETWORKS });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  of(network: string): HourOfUse {
    const use = this.#uses.get(network) ?? new HourOfUse(this.#now);
    this.#uses.set(network, use);
    return use;
  }
}
