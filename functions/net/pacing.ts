/** Leave to connect, to be given back when the connection is closed. */
export interface Turn {
  /** The one of the addresses to connect to; null when none was given. */
  readonly address: string | null;
  release(): void;
}

/** One connection per host and per address at a time, and a pause between two. */
export interface Pacing {
  /** Waits for the host, then for the address that will be free first. Rejects with the signal's reason when it aborts. */
  turn(host: string, addresses: readonly string[], signal: AbortSignal): Promise<Turn>;
}

export interface PacingOptions {
  /** From the end of one connection to the start of the next. 0 only where the other side is a sandbox of ours. */
  readonly gapMs: number;
  readonly now: () => number;
  /** Calls back after a while; a timer unless a test turns the clock. */
  readonly after?: (ms: number, then: () => void) => void;
}

/** What is waited for: a host or an address. */
interface Lane {
  held: boolean;
  readyAt: number;
  waking: boolean;
  readonly waiting: (() => void)[];
}

/** Lanes that nobody uses any more are swept out when this many have gathered. */
const SWEEP_AT = 4_096;

export function createPacing(options: PacingOptions): Pacing {
  const { gapMs, now } = options;
  const after = options.after ?? ((ms, then) => setTimeout(then, ms));
  const lanes = new Map<string, Lane>();
  let sweepAt = SWEEP_AT;

  function laneOf(key: string): Lane {
    const known = lanes.get(key);
    if (known) return known;
    if (lanes.size >= sweepAt) sweep();
    const lane = { held: false, readyAt: Number.NEGATIVE_INFINITY, waking: false, waiting: [] };
    lanes.set(key, lane);
    return lane;
  }

  function sweep(): void {
    for (const [key, lane] of lanes) if (isIdle(lane)) lanes.delete(key);
    sweepAt = Math.max(SWEEP_AT, 2 * lanes.size);
  }

  function restOf(lane: Lane): number {
    // A clock that was set back must not hold anybody for longer than the pause itself.
    lane.readyAt = Math.min(lane.readyAt, now() + gapMs);
    return lane.readyAt - now();
  }
  const isIdle = (lane: Lane): boolean => !lane.held && lane.waiting.length === 0 && restOf(lane) <= 0;

  function serve(lane: Lane): void {
    if (lane.held || lane.waking) return;
    const rest = restOf(lane);
    if (rest <= 0) {
      lane.waiting.shift()?.();
      return;
    }
    if (lane.waiting.length === 0) return;
    lane.waking = true;
    after(rest, () => {
      lane.waking = false;
      serve(lane);
    });
  }

  function hold(lane: Lane, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (isIdle(lane)) {
      lane.held = true;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const grant = () => {
      lane.held = true;
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      lane.waiting.splice(lane.waiting.indexOf(grant), 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    lane.waiting.push(grant);
    serve(lane);
    return promise;
  }

  function release(lane: Lane): void {
    lane.readyAt = now() + gapMs;
    giveBack(lane);
  }

  /** Without a pause: nobody connected. */
  function giveBack(lane: Lane): void {
    lane.held = false;
    serve(lane);
  }

  const crowd = (lane: Lane | undefined): number =>
    lane === undefined ? 0 : (Number(lane.held) + lane.waiting.length) * Math.max(gapMs, 1) + Math.max(restOf(lane), 0);

  return {
    // Always the host before the address: two that wait for each other cannot come about.
    async turn(host, addresses, signal) {
      const hostLane = laneOf(`host ${host}`);
      await hold(hostLane, signal);
      const [address] = addresses.toSorted((a, b) => crowd(lanes.get(a)) - crowd(lanes.get(b)));
      if (address === undefined) return { address: null, release: () => release(hostLane) };
      const addressLane = laneOf(address);
      try {
        await hold(addressLane, signal);
      } catch (error) {
        giveBack(hostLane);
        throw error;
      }
      return {
        address,
        release() {
          release(addressLane);
          release(hostLane);
        },
      };
    },
  };
}
