import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StoredVisit } from '../../store/rehearsal.ts';
import type { RejudgedVisit } from './rejudge.ts';

/** Most threads. More would wait for the store. */
const MAX_THREADS = 8;
/** Queued batches per thread, so that no thread waits for the store. */
const WAITING = 1;

/**
 * Judges batches in one thread per processor. Yields results in the order of the batches. Pauses reading while all
 * threads are busy, so that memory is bounded.
 */
export async function* rejudgeInThreads(
  batches: AsyncIterable<readonly StoredVisit[]>,
): AsyncGenerator<readonly RejudgedVisit[]> {
  const count = Math.min(MAX_THREADS, Math.max(1, availableParallelism()));
  const threads = Array.from({ length: count }, () => startThread());
  const pending: Promise<readonly RejudgedVisit[]>[] = [];
  let next = 0;
  try {
    for await (const batch of batches) {
      const thread = threads[next % threads.length];
      if (thread === undefined) throw new RangeError('there is no thread');
      next += 1;
      const answer = thread.judge(batch);
      // Handle a failure now, because the promise is awaited later.
      answer.catch(() => {});
      pending.push(answer);
      if (pending.length >= count * (1 + WAITING)) yield (await pending.shift()) ?? [];
    }
    for (const answer of pending) yield await answer;
  } finally {
    await Promise.all(threads.map(({ stop }) => stop()));
  }
}

/** Starts a thread that answers in request order. */
function startThread() {
  const worker = new Worker(new URL('./rejudge-thread.ts', import.meta.url));
  const waiting: PromiseWithResolvers<readonly RejudgedVisit[]>[] = [];
  const fail = (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('message', (judged: readonly RejudgedVisit[]) => waiting.shift()?.resolve(judged));
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`a thread that judges visits ended with ${code}`)));
  return {
    judge(batch: readonly StoredVisit[]): Promise<readonly RejudgedVisit[]> {
      const answer = Promise.withResolvers<readonly RejudgedVisit[]>();
      waiting.push(answer);
      worker.postMessage(batch);
      return answer.promise;
    },
    stop: () => worker.terminate(),
  };
}
