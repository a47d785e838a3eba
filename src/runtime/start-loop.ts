import { setTimeout as wait } from 'node:timers/promises';

export interface Loop {
  /** Waits for the round that is under way. */
  stop(): Promise<void>;
}

/**
 * Does a round of work again and again for as long as a server runs, `intervalMs` after the end of the one before. A round that fails
 * ends nothing: `onFailure` is told why.
 * @param round is given a signal that aborts when the loop is to stop
 */
export function startLoop(
  round: (signal: AbortSignal) => Promise<void>,
  intervalMs: number,
  onFailure: (reason: string) => void,
): Loop {
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await round(stop.signal).catch((error: unknown) => onFailure(error instanceof Error ? error.message : 'unknown'));
      await wait(intervalMs, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stop.abort();
      await loop;
    },
  };
}
