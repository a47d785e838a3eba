import { setImmediate } from 'node:timers/promises';

let latest = Promise.resolve();

/** Waits for a separate turn of the event loop, so that other requests run between works on large files. */
export function takeTurn(): Promise<void> {
  latest = latest.then(() => setImmediate());
  return latest;
}
