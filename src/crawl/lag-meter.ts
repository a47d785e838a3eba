import { performance } from 'node:perf_hooks';

/** How late this program itself is: while it cannot keep up, a timeout says nothing about the other side. */
export interface LagMeter {
  /** The worst delay of a timer since `startedAt` (of `performance.now()`), in milliseconds; of the last minute at most. */
  worstSince(startedAt: number): number;
  close(): void;
}

const TICK_MS = 100;
const KEPT_MS = 60_000;

export function openLagMeter(): LagMeter {
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
    worstSince(startedAt) {
      const current = performance.now() - last - TICK_MS;
      return delays.reduce((worst, { at, lagMs }) => (at >= startedAt ? Math.max(worst, lagMs) : worst), current);
    },
    close: () => clearInterval(timer),
  };
}
