import { DAY_MS } from '../directory/duration.ts';

/** Clock that can be set back by whole days, to visit an earlier web. */
export interface PastClock {
  now(): number;
  daysAgo(): number;
  setBack(days: number): void;
}

export function createPastClock(): PastClock {
  let back = 0;
  return {
    now: () => Date.now() - back * DAY_MS,
    daysAgo: () => back,
    setBack: (days) => {
      back = days;
    },
  };
}
