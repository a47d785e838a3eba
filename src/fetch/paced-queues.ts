import { HOUR_MS } from '../directory/duration.ts';
import { NetworkLines } from './network-lines.ts';

/** Calls back after a delay. Tests pass their own clock. */
export type After = (ms: number, then: () => void) => void;

interface PacedQueue {
  held: boolean;
  /** Time at which the pause after the last connection ends. */
  readyAt: number;
  /** True if a callback for the end of the pause is set. */
  waking: boolean;
  /** Time at which the last postponed caller tries again. */
  postponedUntil: number;
  readonly waiting: NetworkLines;
}

/** Number of queues from which unused queues are removed. */
const SWEEP_AT = 4_096;
/** Approximate connections of one visit. Postponed visits are spread so that they return one after another. */
const CONNECTIONS_PER_VISIT = 8;
/** Longest postponement. Other visits may end earlier. */
const MAX_POSTPONE_MS = 6 * HOUR_MS;

/** Queues by key. Each queue has one holder at a time, and pauses `gapMs` after its holder. Networks take turns. */
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

  /** Resolves after the caller got the queue. Rejects with the signal's reason if the signal aborts. */
  async hold(key: string, network: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const queue = this.#openQueue(key);
    if (this.#isIdle(queue)) {
      queue.held = true;
      return;
    }
    const turn = queue.waiting.wait(network, signal);
    this.#callNext(queue);
    await turn;
  }

  /** Releases the queue after a connection. The next holder waits for the pause. */
  release(key: string): void {
    this.#openQueue(key).readyAt = this.#now() + this.#gapMs;
    this.cancel(key);
  }

  /** Releases the queue without a connection. The next holder does not wait. */
  cancel(key: string): void {
    const queue = this.#openQueue(key);
    queue.held = false;
    this.#callNext(queue);
  }

  /** Estimates the wait of a new caller of the network, in ms. */
  expectedWaitMs(key: string, network: string): number {
    const queue = this.#queues.get(key);
    if (!queue) return 0;
    const callers = Number(queue.held) + queue.waiting.countAhead(network);
    return callers * Math.max(this.#gapMs, 1) + Math.max(this.#pauseLeftMs(queue), 0);
  }

  /** Returns the time after which a caller that waits at most `maxWaitMs` should try again, in ms. */
  postpone(key: string, maxWaitMs: number): number {
    const queue = this.#openQueue(key);
    const from = Math.max(queue.postponedUntil, this.#now() + maxWaitMs);
    queue.postponedUntil = Math.min(from + CONNECTIONS_PER_VISIT * this.#gapMs, this.#now() + MAX_POSTPONE_MS);
    return queue.postponedUntil - this.#now();
  }

  #openQueue(key: string): PacedQueue {
    const existing = this.#queues.get(key);
    if (existing) return existing;
    if (this.#queues.size >= this.#sweepAt) this.#sweep();
    const queue: PacedQueue = {
      held: false,
      readyAt: Number.NEGATIVE_INFINITY,
      waking: false,
      postponedUntil: 0,
      waiting: new NetworkLines(),
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
    // Never wait longer than the pause, even if the clock was set back.
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
      queue.held = queue.waiting.callNext() !== null;
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
