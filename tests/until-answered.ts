import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 100;

/** Waits until a URL is answered with success. Rejects after this time. */
export async function untilAnswered(url: string, withinMs = 60_000): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += POLL_MS) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await wait(POLL_MS);
  }
  throw new Error(`nothing answers at ${url}`);
}
