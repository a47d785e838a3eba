export interface PoolOptions<Item> {
  /** The next thing to do; null: there is nothing more. */
  readonly next: () => Promise<Item | null>;
  /** Must not reject. Its signal aborts when the pool's does. */
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>;
  readonly concurrency: number;
  /** Awaited before each start; the pool begins nothing once it answers false. */
  readonly mayStart: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Works on items in parallel until there are no more, and waits for those under way. Rejects when `next` does. */
export async function runPool<Item>({ next, work, concurrency, mayStart, signal }: PoolOptions<Item>): Promise<void> {
  const underWay = new Map<Promise<void>, AbortController>();
  let freed = Promise.withResolvers<void>();
  const abortAll = () => {
    for (const controller of underWay.values()) controller.abort(signal.reason);
    freed.resolve();
  };
  signal.addEventListener('abort', abortAll, { once: true });

  async function startAll(): Promise<void> {
    for (;;) {
      while (underWay.size >= concurrency && !signal.aborted) await freed.promise;
      if (!(await mayStart()) || signal.aborted) return;
      const item = await next();
      if (item === null) return;
      // A signal for each: adding and removing listeners on a single shared one takes time proportional to their number.
      const controller = new AbortController();
      const working = work(item, controller.signal).finally(() => {
        underWay.delete(working);
        freed.resolve();
        freed = Promise.withResolvers();
      });
      underWay.set(working, controller);
      if (signal.aborted) controller.abort(signal.reason);
    }
  }

  try {
    await startAll().finally(() => Promise.all(underWay.keys()));
  } finally {
    signal.removeEventListener('abort', abortAll);
  }
}
