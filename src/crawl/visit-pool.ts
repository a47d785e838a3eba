export interface PoolOptions<Item> {
  /** Returns the next item, or null at the end. */
  readonly next: () => Promise<Item | null>;
  /** Processes an item. Must not reject. The item's signal aborts with the signal of the pool. */
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>;
  readonly concurrency: number;
  /** Awaited before each start. If the result is false, the pool starts no more items. */
  readonly mayStart: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Processes items in parallel to the end, and waits for running ones. Rejects if `next` rejects. */
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
      // Create one signal per item, because a shared signal gets slower with each listener.
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
