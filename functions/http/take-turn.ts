import { setImmediate } from 'node:timers/promises';

let latest = Promise.resolve();

/** Waits for a turn of the event loop that no other caller gets, so that other requests are answered between works on large files. */
export function takeTurn(): Promise<void> {
  latest = latest.then(() => setImmediate());
  return latest;
}
