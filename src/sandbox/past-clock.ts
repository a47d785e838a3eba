import { DAY_MS } from '../directory/duration.ts';

/** A clock that can be set back by whole days, so that a web can be visited as it was. */
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
