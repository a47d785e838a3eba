/** Calls during a run of `work` make one more run after it. `isLatest` turns false with the first of them. */
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
