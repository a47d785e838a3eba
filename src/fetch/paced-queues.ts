import { WaitingLine } from './waiting-line.ts';

/** Calls back after a while; a timer unless a test controls the clock. */
export type After = (ms: number, then: () => void) => void;

/** The queue of one host or address. */
interface PacedQueue {
  held: boolean;
  /** When the pause after the last connection is over. */
  readyAt: number;
  /** A callback for the end of the pause is set. */
  waking: boolean;
  /** When the last caller that was postponed is to try again. */
  postponedUntil: number;
  readonly waiting: WaitingLine;
}

/** Unused queues are removed when this many have gathered. */
const SWEEP_AT = 4_096;
/** Connections of one visit, about: postponed visits are spread so that they return one after the other. */
const CONNECTIONS_PER_VISIT = 8;
/** No visit is postponed for longer: the others may be done by then. */
const MAX_POSTPONE_MS = 6 * 3_600_000;

/** Queues by key: one holder at a time each, and a pause of `gapMs` after it. */
export class PacedQueues {
  readonly #queues = new Map<string, PacedQueue>();
  readonly #gapMs: number;
  readonly #now: () => number;
  readonly #after: After;
  #sweepAt = SWEEP_AT;

  constructor(gapMs: number, now: () => number, after: After) {
    this.#gapMs = gapMs;
    this.#now = now;
    this.#after = after;
  }

  /** Resolves when the caller holds the queue. Rejects with the signal's reason when it aborts. */
  async hold(key: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const queue = this.#queueOf(key);
    if (this.#isIdle(queue)) {
      queue.held = true;
      return;
    }
    const held = queue.waiting.wait(signal);
    this.#callNext(queue);
    await held;
  }

  /** After a connection: the next holder waits for the end of the pause. */
  release(key: string): void {
    this.#queueOf(key).readyAt = this.#now() + this.#gapMs;
    this.cancel(key);
  }

  /** Without a connection: the next holder need not wait. */
  cancel(key: string): void {
    const queue = this.#queueOf(key);
    queue.held = false;
    this.#callNext(queue);
  }

  /** Milliseconds that somebody who joins now would wait, about. */
  expectedWaitMs(key: string): number {
    const queue = this.#queues.get(key);
    if (!queue) return 0;
    const ahead = Number(queue.held) + queue.waiting.length;
    return ahead * Math.max(this.#gapMs, 1) + Math.max(this.#pauseLeftMs(queue), 0);
  }

  /** Milliseconds after which somebody who will not wait longer than `maxWaitMs` should try again. */
  postpone(key: string, maxWaitMs: number): number {
    const queue = this.#queueOf(key);
    const from = Math.max(queue.postponedUntil, this.#now() + maxWaitMs);
    queue.postponedUntil = Math.min(from + CONNECTIONS_PER_VISIT * this.#gapMs, this.#now() + MAX_POSTPONE_MS);
    return queue.postponedUntil - this.#now();
  }

  #queueOf(key: string): PacedQueue {
    const known = this.#queues.get(key);
    if (known) return known;
    if (this.#queues.size >= this.#sweepAt) this.#sweep();
    const queue: PacedQueue = {
      held: false,
      readyAt: Number.NEGATIVE_INFINITY,
      waking: false,
      postponedUntil: 0,
      waiting: new WaitingLine(),
    };
    this.#queues.set(key, queue);
    return queue;
  }

  #sweep(): void {
    for (const [key, queue] of this.#queues) {
      if (this.#isIdle(queue) && queue.postponedUntil <= this.#now()) this.#queues.delete(key);
    }
    this.#sweepAt = Math.max(SWEEP_AT, 2 * this.#queues.size);
  }

  #pauseLeftMs(queue: PacedQueue): number {
    // A clock that was set back must not hold anybody for longer than the pause itself.
    queue.readyAt = Math.min(queue.readyAt, this.#now() + this.#gapMs);
    return queue.readyAt - this.#now();
  }

  #isIdle(queue: PacedQueue): boolean {
    return !queue.held && queue.waiting.length === 0 && this.#pauseLeftMs(queue) <= 0;
  }

  #callNext(queue: PacedQueue): void {
    if (queue.held || queue.waking) return;
    const pauseMs = this.#pauseLeftMs(queue);
    if (pauseMs <= 0) {
      queue.held = queue.waiting.callNext();
      return;
    }
    if (queue.waiting.length === 0) return;
    queue.waking = true;
    this.#after(pauseMs, () => {
      queue.waking = false;
      this.#callNext(queue);
    });
  }
}
