import { ConnectionSlots } from './connection-slots.ts';
import { type After, PacedQueues } from './paced-queues.ts';

/** The right to open one connection, to be released when it is closed. */
export interface Turn {
  /** The one of the addresses to connect to; null when none was given. */
  readonly address: string | null;
  release(): void;
}

/** One connection per host and per address at a time, and a pause between two. */
export interface Pacing {
  /**
   * Waits for the host, then for the address that will be free first, then for a free connection slot. A free slot goes to the
   * network that has the fewest connections; all callers without one are one network.
   * Rejects with the signal's reason when it aborts; with a `HostBusyError` where `maxWaitMs` will not be enough for the host or the address.
   */
  takeTurn(
    host: string,
    addresses: readonly string[],
    signal: AbortSignal,
    maxWaitMs?: number,
    network?: string,
  ): Promise<Turn>;
  /**
   * Waits until a visit that begins now would soon find a free connection slot, so that visits under way end first.
   * Rejects with the signal's reason when it aborts.
   */
  waitForCapacity(signal: AbortSignal): Promise<void>;
}

/** Returns the same pacing for the visits of a network, so that its connections count for it. */
export function pacingOf(pacing: Pacing, network: string): Pacing {
  return {
    takeTurn: (host, addresses, signal, maxWaitMs) => pacing.takeTurn(host, addresses, signal, maxWaitMs, network),
    waitForCapacity: (signal) => pacing.waitForCapacity(signal),
  };
}

/** Too many wait for a host or an address already. */
export class HostBusyError extends Error {
  override readonly name = 'HostBusyError';
  /** How long the wait would have been, about. */
  readonly waitMs: number;
  /** Reserves a later time for a visit that nobody waits for, and returns how far away it is: each a visit after the one before. */
  readonly postponeMs: () => number;

  constructor(hostOrAddress: string, waitMs: number, postponeMs: () => number) {
    super(`too many visits wait for ${hostOrAddress}`);
    this.waitMs = waitMs;
    this.postponeMs = postponeMs;
  }
}

export interface PacingOptions {
  /** From the end of one connection to the start of the next. 0 only where the other side is a sandbox of ours. */
  readonly gapMs: number;
  /** Connections open at a time, wherever they lead; without a limit when absent. */
  readonly maxOpen?: number;
  readonly now: () => number;
  readonly after?: After;
}

/** The result of a fetch, or the `HostBusyError` with which it was put off; rejects with any other error. */
export async function orBusy<Result>(fetching: Promise<Result>): Promise<Result | HostBusyError> {
  try {
    return await fetching;
  } catch (error) {
    if (error instanceof HostBusyError) return error;
    throw error;
  }
}

export function createPacing({
  gapMs,
  maxOpen = Number.POSITIVE_INFINITY,
  now,
  after = setTimer,
}: PacingOptions): Pacing {
  const hosts = new PacedQueues(gapMs, now, after);
  const addressQueues = new PacedQueues(gapMs, now, after);
  const slots = new ConnectionSlots(maxOpen, after);

  const waitMsOf = (address: string) => addressQueues.expectedWaitMs(address);

  function refuseLongWait(queues: PacedQueues, key: string, maxWaitMs: number): void {
    const waitMs = queues.expectedWaitMs(key);
    if (waitMs > maxWaitMs) throw new HostBusyError(key, waitMs, () => queues.postpone(key, maxWaitMs));
  }

  async function holdAddress(addresses: readonly string[], signal: AbortSignal, maxWaitMs: number) {
    const [address] = addresses.toSorted((a, b) => waitMsOf(a) - waitMsOf(b));
    if (address === undefined) return null;
    refuseLongWait(addressQueues, address, maxWaitMs);
    await addressQueues.hold(address, signal);
    return address;
  }

  return {
    waitForCapacity: (signal) => slots.waitForCapacity(signal),

    // Always in the same order, host before address, so that no two callers wait for each other. The slot comes last, so that nobody
    // who waits for a host or an address occupies one that others could use.
    async takeTurn(host, addresses, signal, maxWaitMs = Number.POSITIVE_INFINITY, network = '') {
      refuseLongWait(hosts, host, maxWaitMs);
      await hosts.hold(host, signal);
      let address: string | null = null;
      try {
        address = await holdAddress(addresses, signal, maxWaitMs);
        await slots.take(signal, network);
      } catch (error) {
        if (address !== null) addressQueues.cancel(address);
        hosts.cancel(host);
        throw error;
      }
      return {
        address,
        release() {
          slots.giveBack(network);
          if (address !== null) addressQueues.release(address);
          hosts.release(host);
        },
      };
    },
  };
}

const setTimer: After = (ms, then) => {
  setTimeout(then, ms);
};
