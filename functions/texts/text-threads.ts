import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { DirectoryError } from '../../src/directory/errors.ts';
import { outlineOf, type PartRead, readPart } from '../../src/operations/file-outline.ts';
import {
  type ComparedTexts,
  compareTexts,
  countCharacters,
  type TextCall,
  type TextWork,
} from '../../src/operations/text-work.ts';

/** Characters of a smaller work: it takes a few milliseconds on the event loop. */
const MAX_CHARACTERS_HERE = 64 * 1024;
/** Two texts of 1 MiB take about a second, and a client that has waited longer asks again. */
const DEADLINE_MS = 1_500;
/** Works that wait, each with up to two texts of 1 MiB. The last of more would not begin within the deadline. */
const MAX_WAITING = 32;
const MAX_WAITING_OF_A_CLIENT = 8;
/** Seconds after which the works that wait now are done or refused. */
const RETRY_S = 2;

/** A work for the thread, with the port that waits for the reply. */
export interface TextOrder {
  readonly call: TextCall;
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

export interface TextThreads extends TextWork {
  close(): Promise<void>;
}

/**
 * Works on large texts in a thread, so that the event loop is free for everybody else. The clients take turns. A work that is not done
 * within `deadlineMs` is refused, and the thread that is busy with it is replaced. One function, because the queue, the deadline and
 * the thread share which work runs.
 */
export function openTextThreads(deadlineMs: number = DEADLINE_MS): TextThreads {
  /** By client, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>();
  let running: Waiting | null = null;
  let worker: Worker | null = null;

  return {
    async readPart(input, client) {
      const call: TextCall = { task: 'readPart', input };
      if (countCharacters(call) <= MAX_CHARACTERS_HERE) return readPart(input, outlineOf(input.body));
      return await enqueue<PartRead>(call, client);
    },
    async compare(input, client) {
      const call: TextCall = { task: 'compare', input };
      if (countCharacters(call) <= MAX_CHARACTERS_HERE) return compareTexts(input);
      return await enqueue<ComparedTexts>(call, client);
    },
    async close() {
      const left = [running, ...[...waiting.values()].flat()];
      waiting.clear();
      for (const one of left) if (one) refuse(one);
      await stopThread();
    },
  };

  async function enqueue<Output>(call: TextCall, client: string): Promise<Output> {
    const own = waiting.get(client) ?? [];
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (own.length >= MAX_WAITING_OF_A_CLIENT || all >= MAX_WAITING) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const one: Waiting = {
      client,
      begin: (thread, done) => send<Output>(thread, call, { resolve, reject, done }),
      reject,
      timer: setTimeout(() => expire(one), deadlineMs),
    };
    own.push(one);
    waiting.set(client, own);
    startNext();
    return await promise;
  }

  function startNext(): void {
    const [turn] = waiting;
    if (running !== null || turn === undefined) return;
    const [client, own] = turn;
    const [next, ...rest] = own;
    // A client that waits for more comes after all others.
    waiting.delete(client);
    if (rest.length > 0) waiting.set(client, rest);
    if (next === undefined) return;
    running = next;
    worker ??= startThread();
    next.begin(worker, () => {
      clearTimeout(next.timer);
      if (running !== next) return;
      running = null;
      startNext();
    });
  }

  function expire(one: Waiting): void {
    refuse(one);
    if (running === one) {
      void stopThread();
      startNext();
      return;
    }
    const rest = (waiting.get(one.client) ?? []).filter((other) => other !== one);
    if (rest.length > 0) waiting.set(one.client, rest);
    else waiting.delete(one.client);
  }

  async function stopThread(): Promise<void> {
    const stopped = worker;
    worker = null;
    running = null;
    await stopped?.terminate();
  }

  function startThread(): Worker {
    // The thread must not inherit the flags of the command line: `--input-type`, for one, ends it at once.
    const started = new Worker(new URL('./text-thread.ts', import.meta.url), { execArgv: [] });
    started.unref();
    started.on('error', (error) => {
      if (worker !== started) return;
      const failed = running;
      worker = null;
      running = null;
      if (failed) {
        clearTimeout(failed.timer);
        failed.reject(error);
      }
      startNext();
    });
    return started;
  }
}

interface Settle<Output> {
  resolve(output: Output): void;
  reject(error: Error): void;
  done(): void;
}

function send<Output>(thread: Worker, call: TextCall, { resolve, reject, done }: Settle<Output>): void {
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

function refuse({ timer, reject }: Waiting): void {
  clearTimeout(timer);
  reject(busy());
}

function busy(): DirectoryError {
  return new DirectoryError('service.busy', 'Too many large files are read at once.', { retryAfterS: RETRY_S });
}
