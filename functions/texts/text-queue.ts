import { Worker } from 'node:worker_threads';
import { DirectoryError } from '../../src/directory/errors.ts';
import { toMessage } from '../../src/directory/to-message.ts';
import { WorkTimes } from './work-times.ts';
import type { Outputs, Task, ThreadCall } from './works.ts';

export interface QueueRules {
  readonly maxWaitingOfClient: number;
  /** Longest time of one task, in ms. After this time, a new thread replaces the thread. */
  readonly limitMs: number;
  /** Message of a refusal. */
  readonly busy: string;
}

export interface TextOrder<Name extends Task = Task> {
  readonly call: ThreadCall<Name>;
  /** Characters or bytes of the texts. */
  readonly size: number;
  /** Key of the client. Clients take turns. */
  readonly client: string;
  /** Longest time from the order to the end of the task, in ms. */
  readonly deadlineMs: number;
  /** Stores the result for later tasks. The result may come after the deadline. */
  keep?(output: Outputs[Name]): void;
  /** Next task on these texts, with this deadline. */
  readonly followedBy?: Task;
  /**
   * True if an earlier task of the same visit is done. This task goes first, because its refusal would waste the
   * earlier task.
   */
  readonly continues?: boolean;
}

/** Answer of the thread. Errors lose their class between threads. */
export type TextReply<Output> = { readonly output: Output } | { readonly error: string };

interface Work {
  readonly order: TextOrder;
  readonly expectedMs: number;
  end(reply: TextReply<unknown>): void;
  reject(error: Error): void;
  readonly deadline: NodeJS.Timeout;
}

interface RunningWork {
  readonly work: Work;
  readonly startedAt: number;
  readonly limit: NodeJS.Timeout;
}

const SECOND_MS = 1_000;
/**
 * Limits of the thread's heap. The densest texts of 1 MiB need half of the heap. Without limits, the process grows
 * twice as much.
 */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 };

/**
 * Queue of tasks for one thread. Clients take turns. The queue refuses a task immediately if its expected end is
 * after its deadline, and later if the deadline passes.
 */
export class TextQueue {
  readonly #rules: QueueRules;
  readonly #times = new WorkTimes();
  /** Tasks of visits that already had a task. */
  #continuing: Work[] = [];
  /** New tasks by client, in the order of the clients' turns. */
  readonly #waiting = new Map<string, Work[]>();
  #running: RunningWork | null = null;
  #worker: Worker | null = null;
  /** True if the thread has loaded its program. Loading does not count as time of a task. */
  #isReady = false;

  constructor(rules: QueueRules) {
    this.#rules = rules;
  }

  /** Starts the thread, so that no task waits for it. */
  start(): void {
    this.#worker ??= this.#startThread();
  }

  /** Rejects with `DirectoryError` service.busy. */
  async do<Name extends Task>(order: TextOrder<Name>): Promise<Outputs[Name]> {
    const expectedMs = this.#times.expect(order);
    if (!this.#mayWait(order, expectedMs)) throw this.#busy();
    const { promise, resolve, reject } = Promise.withResolvers<Outputs[Name]>();
    const work: Work = {
      order,
      expectedMs,
      end: (reply: TextReply<Outputs[Name]>) => {
        if ('error' in reply) return reject(new Error(reply.error));
        order.keep?.(reply.output);
        resolve(reply.output);
      },
      reject,
      deadline: setTimeout(() => this.#expire(work), order.deadlineMs),
    };
    if (order.continues) this.#continuing.push(work);
    else this.#waiting.set(order.client, [...this.#ofClient(order.client), work]);
    this.#runNext();
    return await promise;
  }

  async close(): Promise<void> {
    for (const work of this.#takeAll()) this.#refuse(work);
    if (this.#running) this.#refuse(this.#running.work);
    await this.#stopThread();
  }

  /** Reports whether a task may wait. An idle thread accepts any task, because the measured time corrects the expected time. */
  #mayWait({ client, continues, deadlineMs }: TextOrder, expectedMs: number): boolean {
    if (continues || (this.#running === null && this.#allWaiting().length === 0)) return true;
    const own = this.#ofClient(client).length;
    if (own >= this.#rules.maxWaitingOfClient) return false;
    const turns = [...this.#waiting.values()].map((works) => works.slice(0, own + 1));
    return this.#leftMs() + sumBytes([...this.#continuing, ...turns.flat()]) + expectedMs <= deadlineMs;
  }

  #runNext(): void {
    this.start();
    if (this.#running !== null || !this.#isReady) return;
    const work = this.#continuing.shift() ?? this.#nextTurn();
    if (work === undefined) return;
    const limit = setTimeout(() => this.#replaceThread(), this.#rules.limitMs);
    this.#running = { work, startedAt: performance.now(), limit };
    this.#worker?.postMessage(work.order.call);
  }

  #nextTurn(): Work | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [client, [next, ...rest]] = turn;
    // Move a client with more tasks to the end.
    this.#waiting.delete(client);
    if (rest.length > 0) this.#waiting.set(client, rest);
    return next;
  }

  #endRunning(reply: TextReply<unknown>): void {
    if (this.#running === null) return;
    const { work, startedAt, limit } = this.#running;
    this.#running = null;
    clearTimeout(limit);
    clearTimeout(work.deadline);
    this.#times.learn(work.order, performance.now() - startedAt);
    work.end(reply);
    this.#runNext();
  }

  /** Refuses a task after its deadline. A running task continues, because most tasks end before a new thread could start. */
  #expire(work: Work): void {
    const { client } = work.order;
    this.#continuing = this.#continuing.filter((other) => other !== work);
    const rest = this.#ofClient(client).filter((other) => other !== work);
    if (rest.length > 0) this.#waiting.set(client, rest);
    else this.#waiting.delete(client);
    this.#refuse(work);
  }

  #replaceThread(): void {
    if (this.#running) {
      const { work } = this.#running;
      this.#times.learn(work.order, this.#rules.limitMs);
      this.#refuse(work);
    }
    void this.#stopThread();
    this.#runNext();
  }

  async #stopThread(): Promise<void> {
    const stopped = this.#worker;
    clearTimeout(this.#running?.limit);
    this.#worker = null;
    this.#isReady = false;
    this.#running = null;
    await stopped?.terminate();
  }

  #startThread(): Worker {
    // Do not inherit the flags of the command line, because some flags, such as `--input-type`, end the thread.
    const started = new Worker(new URL('./text-thread.ts', import.meta.url), { execArgv: [], resourceLimits: HEAP });
    started.unref();
    const isCurrent = () => this.#worker === started;
    started.once('message', () => {
      if (!isCurrent()) return;
      this.#isReady = true;
      this.#runNext();
      started.on('message', (reply: TextReply<unknown>) => {
        if (isCurrent()) this.#endRunning(reply);
      });
    });
    started.on('error', (error) => {
      if (isCurrent()) this.#fail(toMessage(error));
    });
    return started;
  }

  /**
   * Handles the end of the thread. If the thread could not load its program, all waiting tasks fail, because another
   * thread would fail too.
   */
  #fail(error: string): void {
    this.#worker = null;
    this.#isReady = false;
    const unstarted = this.#running ? [] : this.#takeAll();
    for (const work of unstarted) {
      clearTimeout(work.deadline);
      work.end({ error });
    }
    this.#endRunning({ error });
  }

  #refuse({ deadline, reject }: Work): void {
    clearTimeout(deadline);
    reject(this.#busy());
  }

  /** Creates the refusal, with the expected time until the thread is idle. */
  #busy(): DirectoryError {
    const idleMs = this.#leftMs() + sumBytes(this.#allWaiting());
    return new DirectoryError('service.busy', this.#rules.busy, {
      retryAfterS: Math.max(1, Math.ceil(idleMs / SECOND_MS)),
    });
  }

  #ofClient(client: string): readonly Work[] {
    return this.#waiting.get(client) ?? [];
  }

  #allWaiting(): readonly Work[] {
    return [...this.#continuing, ...[...this.#waiting.values()].flat()];
  }

  #takeAll(): readonly Work[] {
    const all = this.#allWaiting();
    this.#continuing = [];
    this.#waiting.clear();
    return all;
  }

  /** Returns the expected remaining time of the running work, in ms. */
  #leftMs(): number {
    if (this.#running === null) return 0;
    const { work, startedAt } = this.#running;
    return Math.max(0, startedAt + work.expectedMs - performance.now());
  }
}

function sumBytes(works: readonly Work[]): number {
  return works.reduce((sum, { expectedMs }) => sum + expectedMs, 0);
}
