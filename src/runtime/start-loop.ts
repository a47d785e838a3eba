import { setTimeout as wait } from 'node:timers/promises';
import { toMessage } from '../directory/to-message.ts';

export type Loop = ReturnType<typeof startLoop>;

/**
 * Repeats a round of work while a server runs, with `intervalMs` between rounds. If a round fails, `onFailure` receives
 * the error and the loop continues.
 * @param round receives a signal that aborts to stop the loop
 */
export function startLoop(
  round: (signal: AbortSignal) => Promise<void>,
  intervalMs: number,
  onFailure: (reason: string) => void,
) {
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await round(stop.signal).catch((error: unknown) => onFailure(toMessage(error)));
      await wait(intervalMs, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    /** Stops the loop. Waits for the running round. */
    async stop() {
      stop.abort();
      await loop;
    },
  };
}
