/** Pause after the last key before a search, in ms. Longer than the 33 ms between the repeats of a held key. */
export const TYPING_PAUSE_MS = 60;

/** Runs `work`. A call during a run causes another run after its end. `isLatest` returns false after a newer call. */
export function oneAtATime(work: (isLatest: () => boolean) => Promise<void>): () => Promise<void> {
  let calls = 0;
  let isBusy = false;
  return async () => {
    calls++;
    if (isBusy) return;
    isBusy = true;
    for (let done = 0; done !== calls; ) {
      const mine = calls;
      done = mine;
      await work(() => mine === calls);
    }
    isBusy = false;
  };
}
