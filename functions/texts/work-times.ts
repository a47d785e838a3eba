import type { Task } from './works.ts';

interface SizedWork {
  readonly call: { readonly task: Task };
  readonly size: number;
  /** Kind of the next task on these texts, with the same deadline. */
  readonly followedBy?: Task;
}

/** Expected time of a new kind of work, in ms per character. A new thread needs half a second for 1 MiB. */
const FIRST_GUESS = 0.5 / 1_000;
/** Weight of the latest task in the expected time of the next task. */
const LATEST_WEIGHT = 0.25;

/** Estimates times of tasks from the size of its texts and the rate of the latest tasks of its kind. */
export class WorkTimes {
  readonly #rates = new Map<Task, number>();

  /** Returns the expected time in ms, including the next task. */
  expect({ call, size, followedBy }: SizedWork): number {
    return size * (this.#findRate(call.task) + (followedBy ? this.#findRate(followedBy) : 0));
  }

  learn({ call, size }: SizedWork, ms: number): void {
    const rate = this.#findRate(call.task);
    this.#rates.set(call.task, rate + LATEST_WEIGHT * (ms / size - rate));
  }

  #findRate(task: Task): number {
    return this.#rates.get(task) ?? FIRST_GUESS;
  }
}
