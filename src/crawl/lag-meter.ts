import { performance } from 'node:perf_hooks';

/** Measures the lag of the event loop. During a lag, a timeout proves nothing about a server. */
export type LagMeter = ReturnType<typeof openLagMeter>;

const TICK_MS = 100;
const KEPT_MS = 60_000;

export function openLagMeter() {
  const delays: { readonly at: number; readonly lagMs: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const at = performance.now();
    const lagMs = at - last - TICK_MS;
    last = at;
    if (lagMs > TICK_MS) delays.push({ at, lagMs });
    while (delays[0] && delays[0].at < at - KEPT_MS) delays.shift();
  }, TICK_MS);
  timer.unref();
  return {
    /** Returns the worst timer delay since `startedAt` (from `performance.now()`) within the last minute, in ms. */
    worstSince(startedAt: number) {
      const current = performance.now() - last - TICK_MS;
      return delays.reduce((worst, { at, lagMs }) => (at >= startedAt ? Math.max(worst, lagMs) : worst), current);
    },
    close: () => clearInterval(timer),
  };
}
