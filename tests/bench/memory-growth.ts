const MIB = 1024 * 1024;
/** Interval between two readings, in ms: short enough to cover every peak, and long enough to cost little. */
const LOOK_MS = 5;

/** Returns the growth of this process at its peak during the work, in MiB. */
export async function measureGrowth(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, LOOK_MS);
  await work();
  clearInterval(timer);
  return (peak - before) / MIB;
}
