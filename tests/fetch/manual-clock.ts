/** Creates a clock that only the test advances. */
export function manualClock() {
  let now = 1_000_000;
  let alarms: { at: number; ring: () => void }[] = [];
  return {
    now: () => now,
    after: (ms: number, ring: () => void) => {
      alarms.push({ at: now + ms, ring });
    },
    async move(ms: number) {
      now += ms;
      const due = alarms.filter(({ at }) => at <= now);
      alarms = alarms.filter(({ at }) => at > now);
      for (const { ring } of due) ring();
      // Wait for all promises that the timers resolve.
      for (let i = 0; i < 20; i += 1) await Promise.resolve();
    },
    waiting: () => alarms.length,
  };
}
