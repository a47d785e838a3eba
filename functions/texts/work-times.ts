import type { ThreadCall } from './thread-work.ts';

/** Kind and size of a work. */
interface SizedWork {
  readonly call: Pick<ThreadCall, 'task'>;
  readonly size: number;
  /** Kind of the work on the same texts that must end within the same deadline. */
  readonly followedBy?: ThreadCall['task'];
}

/** Expected of a work whose kind is new, in ms for each character: half a second for 1 MiB, which a new thread takes at first. */
const FIRST_GUESS = 0.5 / 1_000;
/** Weight of the latest work in what is expected of the next one. */
const LATEST_WEIGHT = 0.25;

/** Expects how long works take. Work grows with the size of its texts, at a rate that the latest works of its kind show. */
export class WorkTimes {
  readonly #rates = new Map<ThreadCall['task'], number>();

  /** Returns the expected time in ms, that of the following work included. */
  expect({ call, size, followedBy }: SizedWork): number {
    return size * (this.#rateOf(call.task) + (followedBy ? this.#rateOf(followedBy) : 0));
  }

  learn({ call, size }: SizedWork, ms: number): void {
    const rate = this.#rateOf(call.task);
    this.#rates.set(call.task, rate + LATEST_WEIGHT * (ms / size - rate));
  }

  #rateOf(task: ThreadCall['task']): number {
    return this.#rates.get(task) ?? FIRST_GUESS;
  }
}
