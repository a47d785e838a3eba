import type { ThreadCall } from './thread-work.ts';

/** Kind and size of a work. */
interface SizedWork {
  readonly call: Pick<ThreadCall, 'task'>;
  readonly size: number;
}

/** Expected of a work whose kind is new, in ms for each character: a quarter of a second for 1 MiB. */
const FIRST_GUESS = 0.25 / 1_000;
/** Weight of the latest work in what is expected of the next one. */
const LATEST_WEIGHT = 0.25;

/** Expects how long works take. Work grows with the size of its texts, at a rate that the latest works of its kind show. */
export class WorkTimes {
  readonly #rates = new Map<ThreadCall['task'], number>();

  /** Returns the expected time in ms. */
  expect({ call, size }: SizedWork): number {
    return size * this.#rateOf(call.task);
  }

  learn({ call, size }: SizedWork, ms: number): void {
    const rate = this.#rateOf(call.task);
    this.#rates.set(call.task, rate + LATEST_WEIGHT * (ms / size - rate));
  }

  #rateOf(task: ThreadCall['task']): number {
    return this.#rates.get(task) ?? FIRST_GUESS;
  }
}
