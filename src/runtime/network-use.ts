import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../directory/duration.ts';

/** Networks remembered. Beyond, the network that was quiet for longest counts as one that has used nothing. */
const MAX_NETWORKS = 10_000;

/** Use in the hour of the clock and in the hour before it. */
interface Hours {
  hour: number;
  current: number;
  before: number;
}

/** How much each network has used in the last hour, in ms of slots. The hour before the current one counts for what is left of it. */
export class NetworkUse {
  readonly #hours = new LRUCache<string, Hours>({ max: MAX_NETWORKS });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds to what a network has used; a negative amount takes back. */
  add(network: string, ms: number): void {
    const hours = this.#find(network) ?? { hour: this.#hour(), current: 0, before: 0 };
    hours.current += ms;
    this.#hours.set(network, hours);
  }

  get(network: string): number {
    const hours = this.#find(network);
    if (!hours) return 0;
    const left = 1 - (this.#now() % HOUR_MS) / HOUR_MS;
    return Math.max(0, hours.current + hours.before * left);
  }

  #find(network: string): Hours | undefined {
    const hours = this.#hours.peek(network);
    const passed = hours ? this.#hour() - hours.hour : 0;
    if (!hours || passed === 0) return hours;
    hours.before = passed === 1 ? hours.current : 0;
    hours.current = 0;
    hours.hour += passed;
    return hours;
  }

  #hour(): number {
    return Math.floor(this.#now() / HOUR_MS);
  }
}
