import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { DirectoryError } from '../../src/directory/errors.ts';
import type { ThreadCall } from './thread-work.ts';

/** How long works wait, and how many. */
export interface QueueRules {
  /** From when a work is asked for to when it is done. */
  readonly deadlineMs: number;
  /** More would not begin within the deadline. */
  readonly maxWaiting: number;
  readonly maxWaitingOfClient: number;
  /** Told to whoever is refused, with the seconds after which the works that wait now are done or refused. */
  readonly busy: string;
  readonly retryS: number;
}

/** A work for the thread, with the port that waits for the reply. */
export interface TextOrder {
  readonly call: ThreadCall;
  readonly reply: MessagePort;
}
/** An error loses its class on the way between threads. */
export type TextReply<Output> = { readonly output: Output } | { readonly error: string };

interface Waiting {
  readonly client: string;
  /** Sends the work to the thread. `done` is called when it replies. */
  begin(worker: Worker, done: () => void): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

/**
 * One thread that works on texts. The clients take turns. A work that is not done within the deadline is refused, and the thread
 * that is busy with it is replaced.
 */
export class TextQueue {
  readonly #rules: QueueRules;
  /** By client, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running: Waiting | null = null;
  #worker: Worker | null = null;

  constructor(rules: QueueRules) {
    this.#rules = rules;
  }

  /** Rejects with `DirectoryError` service.busy. */
  async do<Output>(call: ThreadCall, client: string): Promise<Output> {
    const { deadlineMs, maxWaiting, maxWaitingOfClient } = this.#rules;
    const own = this.#waiting.get(client) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (own.length >= maxWaitingOfClient || all >= maxWaiting) throw this.#busy();
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const one: Waiting = {
      client,
      begin: (thread, done) => send<Output>(thread, call, { resolve, reject, done }),
      reject,
      timer: setTimeout(() => this.#expire(one), deadlineMs),
    };
    own.push(one);
    this.#waiting.set(client, own);
    this.#startNext();
    return await promise;
  }

  async close(): Promise<void> {
    const left = [this.#running, ...[...this.#waiting.values()].flat()];
    this.#waiting.clear();
    for (const one of left) if (one) this.#refuse(one);
    await this.#stopThread();
  }

  #startNext(): void {
    const [turn] = this.#waiting;
    if (this.#running !== null || turn === undefined) return;
    const [client, own] = turn;
    const [next, ...rest] = own;
    // A client that waits for more comes after all others.
    this.#waiting.delete(client);
    if (rest.length > 0) this.#waiting.set(client, rest);
    if (next === undefined) return;
    this.#running = next;
    this.#worker ??= this.#startThread();
    next.begin(this.#worker, () => {
      clearTimeout(next.timer);
      if (this.#running !== next) return;
      this.#running = null;
      this.#startNext();
    });
  }

  #expire(one: Waiting): void {
    this.#refuse(one);
    if (this.#running === one) {
      void this.#stopThread();
      this.#startNext();
      return;
    }
    const rest = (this.#waiting.get(one.client) ?? []).filter((other) => other !== one);
    if (rest.length > 0) this.#waiting.set(one.client, rest);
    else this.#waiting.delete(one.client);
  }

  async #stopThread(): Promise<void> {
    const stopped = this.#worker;
    this.#worker = null;
    this.#running = null;
    await stopped?.terminate();
  }

  #startThread(): Worker {
    // The thread must not inherit the flags of the command line: `--input-type`, for one, ends it at once.
    const started = new Worker(new URL('./text-thread.ts', import.meta.url), { execArgv: [] });
    started.unref();
    started.on('error', (error) => {
      if (this.#worker !== started) return;
      const failed = this.#running;
      this.#worker = null;
      this.#running = null;
      if (failed) {
        clearTimeout(failed.timer);
        failed.reject(error);
      }
      this.#startNext();
    });
    return started;
  }

  #refuse({ timer, reject }: Waiting): void {
    clearTimeout(timer);
    reject(this.#busy());
  }

  #busy(): DirectoryError {
    const { busy, retryS } = this.#rules;
    return new DirectoryError('service.busy', busy, { retryAfterS: retryS });
  }
}

interface Settle<Output> {
  resolve(output: Output): void;
  reject(error: Error): void;
  done(): void;
}

function send<Output>(thread: Worker, call: ThreadCall, { resolve, reject, done }: Settle<Output>): void {
  const { port1, port2 } = new MessageChannel();
  port1.once('message', (reply: TextReply<Output>) => {
    port1.close();
    if ('output' in reply) resolve(reply.output);
    else reject(new Error(reply.error));
    done();
  });
  const order: TextOrder = { call, reply: port2 };
  thread.postMessage(order, [port2]);
}
