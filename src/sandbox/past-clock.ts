import { DAY_MS } from '../directory/duration.ts';

/** Clock that can be set back by whole days, to visit an earlier web. */
export type PastClock = ReturnType<typeof createPastClock>;

export function createPastClock() {
  let back = 0;
  return {
    now: () => Date.now() - back * DAY_MS,
    daysAgo: () => back,
    setBack: (days: number) => {
      back = days;
    },
  };
}
