import { FetchError } from './fetch-error.ts';

/** Ends one fetch if its time is over, its caller aborts, or the program closes its connections. */
export type Deadline = ReturnType<typeof startDeadline>;

export function startDeadline(totalMs: number, what: string) {
  const controller = new AbortController();
  let leftMs = totalMs;
  let since = performance.now();
  let timer = start();

  function start(): NodeJS.Timeout {
    return setTimeout(
      () => controller.abort(new FetchError('timeout', `${what} did not answer within ${totalMs / 1_000} s`)),
      leftMs,
    );
  }

  return {
    signal: controller.signal,
    /** Stops the clock, because time in queues does not count. */
    pause() {
      clearTimeout(timer);
      leftMs = Math.max(leftMs - (performance.now() - since), 0);
    },
    resume() {
      since = performance.now();
      timer = start();
    },
    remainingMs: () => Math.max(leftMs - (performance.now() - since), 0),
    abort: (reason: unknown) => controller.abort(reason),
    clear: () => clearTimeout(timer),
  };
}

/** Resolves like `promise`. Rejects with the signal's reason if the signal aborts first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
