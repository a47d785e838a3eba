/** Leave to connect, to be given back when the connection is closed. */
export interface Turn {
  /** The one of the addresses to connect to; null when none was given. */
  readonly address: string | null;
  release(): void;
}

/** One connection per host and per address at a time, and a pause between two. */
export interface Pacing {
  /**
   * Waits for the host, then for the address that will be free first, then for leave to open one more connection.
   * Rejects with the signal's reason when it aborts; with a `HostBusyError` where `maxWaitMs` will not be enough for the address.
   */
  turn(host: string, addresses: readonly string[], signal: AbortSignal, maxWaitMs?: number): Promise<Turn>;
  /**
   * Waits until somebody who begins now would soon find a free connection, so that those who have begun come to their end first.
   * Rejects with the signal's reason when it aborts.
   */
  room?(signal: AbortSignal): Promise<void>;
}

/** Too many wait for an address already: try again after `retryMs`. */
export class HostBusyError extends Error {
  override readonly name = 'HostBusyError';
  readonly retryMs: number;

  constructor(address: string, retryMs: number) {
    super(`too many visits wait for ${address}`);
    this.retryMs = retryMs;
  }
}

export interface PacingOptions {
  /** From the end of one connection to the start of the next. 0 only where the other side is a sandbox of ours. */
  readonly gapMs: number;
  /** Connections open at a time, whoever they lead to; without a limit when absent. */
  readonly maxOpen?: number;
  readonly now: () => number;
  /** Calls back after a while; a timer unless a test turns the clock. */
  readonly after?: (ms: number, then: () => void) => void;
}

/** What is waited for: a host or an address. */
interface Lane {
  held: boolean;
  readyAt: number;
  waking: boolean;
  /** When the last of those who were sent away is to come back. */
  crowdedUntil: number;
  readonly waiting: (() => void)[];
}

/** Lanes that nobody uses any more are swept out when this many have gathered. */
const SWEEP_AT = 4_096;
/** Connections of one visit, about: those who are sent away come back one visit after the other. */
const CONNECTIONS_OF_VISIT = 8;
/** Who was let in has asked for a connection by then: a name is looked up in some 50 ms. */
const ARRIVAL_MS = 100;
/**
 * Beginners beside those who fill the connections, as a share of these: a host that never answers takes 5 s to say so,
 * and the sooner it is asked, the less of that is left when all others are done.
 */
const AHEAD_SHARE = 1 / 2;
/** Nobody is sent away for longer: the crowd may have gone. */
const MAX_AWAY_MS = 6 * 3_600_000;

export function createPacing(options: PacingOptions): Pacing {
  const { gapMs, now } = options;
  const after = options.after ?? ((ms, then) => setTimeout(then, ms));
  const lanes = new Map<string, Lane>();
  const maxOpen = options.maxOpen ?? Number.POSITIVE_INFINITY;
  const atTheDoor = new Set<() => void>();
  let open = 0;
  const newcomers = new Set<() => void>();
  let arriving = 0;
  let sweepAt = SWEEP_AT;

  function laneOf(key: string): Lane {
    const known = lanes.get(key);
    if (known) return known;
    if (lanes.size >= sweepAt) sweep();
    const lane = { held: false, readyAt: Number.NEGATIVE_INFINITY, waking: false, crowdedUntil: 0, waiting: [] };
    lanes.set(key, lane);
    return lane;
  }

  function sweep(): void {
    for (const [key, lane] of lanes) if (isForgotten(lane)) lanes.delete(key);
    sweepAt = Math.max(SWEEP_AT, 2 * lanes.size);
  }

  function restOf(lane: Lane): number {
    // A clock that was set back must not hold anybody for longer than the pause itself.
    lane.readyAt = Math.min(lane.readyAt, now() + gapMs);
    return lane.readyAt - now();
  }
  const isIdle = (lane: Lane): boolean => !lane.held && lane.waiting.length === 0 && restOf(lane) <= 0;
  const isForgotten = (lane: Lane): boolean => isIdle(lane) && lane.crowdedUntil <= now();

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

  /** The last thing to wait for, so that nobody who waits for a host or an address keeps a place that others could use. */
  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (open < maxOpen) {
      open += 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const grant = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      atTheDoor.delete(grant);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    atTheDoor.add(grant);
    return promise;
  }

  /** The place goes to whoever has waited longest. */
  function exit(): void {
    const [next] = atTheDoor;
    if (next === undefined) {
      open -= 1;
    } else {
      atTheDoor.delete(next);
      next();
    }
    admit();
  }

  function admit(): void {
    while (open + arriving + atTheDoor.size < maxOpen * (1 + AHEAD_SHARE)) {
      const [next] = newcomers;
      if (next === undefined) return;
      newcomers.delete(next);
      next();
    }
  }

  function room(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const grant = () => {
      signal.removeEventListener('abort', leave);
      arriving += 1;
      after(ARRIVAL_MS, () => {
        arriving -= 1;
        admit();
      });
      resolve();
    };
    const leave = () => {
      newcomers.delete(grant);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    newcomers.add(grant);
    admit();
    return promise;
  }

  function refuseCrowd(address: string, maxWaitMs: number): void {
    const lane = laneOf(address);
    if (crowd(lane) <= maxWaitMs) return;
    const from = Math.max(lane.crowdedUntil, now() + maxWaitMs);
    lane.crowdedUntil = Math.min(from + CONNECTIONS_OF_VISIT * gapMs, now() + MAX_AWAY_MS);
    throw new HostBusyError(address, lane.crowdedUntil - now());
  }

  const crowd = (lane: Lane | undefined): number =>
    lane === undefined ? 0 : (Number(lane.held) + lane.waiting.length) * Math.max(gapMs, 1) + Math.max(restOf(lane), 0);

  return {
    room,
    // Always the host before the address, and the door last: two that wait for each other cannot come about.
    async turn(host, addresses, signal, maxWaitMs = Number.POSITIVE_INFINITY) {
      const hostLane = laneOf(`host ${host}`);
      await hold(hostLane, signal);
      let addressLane: Lane | null = null;
      try {
        const [address = null] = addresses.toSorted((a, b) => crowd(lanes.get(a)) - crowd(lanes.get(b)));
        if (address !== null) {
          refuseCrowd(address, maxWaitMs);
          const lane = laneOf(address);
          await hold(lane, signal);
          addressLane = lane;
        }
        await enter(signal);
        return {
          address,
          release() {
            exit();
            if (addressLane) release(addressLane);
            release(hostLane);
          },
        };
      } catch (error) {
        if (addressLane) giveBack(addressLane);
        giveBack(hostLane);
        throw error;
      }
    },
  };
}
