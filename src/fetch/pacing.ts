import { ConnectionSlots } from './connection-slots.ts';
import { type After, PacedQueues } from './paced-queues.ts';

/** Permission to open one connection. Release the permission when the connection is closed. */
export interface Turn {
  /** Address to connect to, or null if the caller gave no address. */
  readonly address: string | null;
  release(): void;
}

/** Allows one connection per host and per address at a time, with a pause between connections. */
export type Pacing = ReturnType<typeof createPacing>;

/** Returns this pacing for one network, so that its waits and connections count for the network. */
export function toNetworkPacing(pacing: Pacing, network: string): Pacing {
  return {
    takeTurn: (host, addresses, signal, maxWaitMs) => pacing.takeTurn(host, addresses, signal, maxWaitMs, network),
    waitForCapacity: (signal) => pacing.waitForCapacity(signal),
  };
}

/** Refusal, because too many callers already wait for a host or an address. */
export class HostBusyError extends Error {
  override readonly name = 'HostBusyError';
  /** Approximate wait, in ms. */
  readonly waitMs: number;
  /** Reserves a time for a refused caller, one visit after the previous time, and returns the wait in ms. */
  readonly postponeMs: () => number;

  constructor(hostOrAddress: string, waitMs: number, postponeMs: () => number) {
    super(`too many visits wait for ${hostOrAddress}`);
    this.waitMs = waitMs;
    this.postponeMs = postponeMs;
  }
}

export interface PacingOptions {
  /** Pause from the end of one connection to the start of the next, in ms. Only our sandbox has 0. */
  readonly gapMs: number;
  /** Most open connections. No limit if absent. */
  readonly maxOpen?: number;
  readonly now: () => number;
  readonly after?: After;
}

/** Returns the result of a fetch, or its `HostBusyError`. Rejects with any other error. */
export async function orBusy<Result>(fetching: Promise<Result>): Promise<Result | HostBusyError> {
  try {
    return await fetching;
  } catch (error) {
    if (error instanceof HostBusyError) return error;
    throw error;
  }
}

export function createPacing({ gapMs, maxOpen = Number.POSITIVE_INFINITY, now, after = setTimer }: PacingOptions) {
  const hosts = new PacedQueues(gapMs, now, after);
  const addressQueues = new PacedQueues(gapMs, now, after);
  const slots = new ConnectionSlots(maxOpen, after);

  async function holdAddress(addresses: readonly string[], network: string, signal: AbortSignal, maxWaitMs: number) {
    const computeWaitMs = (address: string) => addressQueues.expectedWaitMs(address, network);
    const [address] = addresses.toSorted((a, b) => computeWaitMs(a) - computeWaitMs(b));
    if (address === undefined) return null;
    refuseLongWait(addressQueues, address, network, maxWaitMs);
    await addressQueues.hold(address, network, signal);
    return address;
  }

  return {
    /**
     * Waits until a new visit would soon get a connection slot, so that running visits end first. Rejects with the signal's
     * reason if the signal aborts.
     */
    waitForCapacity: (signal: AbortSignal) => slots.waitForCapacity(signal),

    /**
     * Waits for the host, then for the first free address, then for a connection slot. Networks take turns at a host and
     * at an address. A free slot goes to the network with the fewest connections. Callers without a network count as one
     * network. Rejects with the signal's reason if the signal aborts, or with a `HostBusyError` if the wait would exceed
     * `maxWaitMs`.
     */
    async takeTurn(
      host: string,
      addresses: readonly string[],
      signal: AbortSignal,
      maxWaitMs: number = Number.POSITIVE_INFINITY,
      network: string = '',
    ) {
      // Take the host before the address, so that two callers never wait for each other. Take the slot last, so that waiting
      // callers do not occupy slots.
      refuseLongWait(hosts, host, network, maxWaitMs);
      await hosts.hold(host, network, signal);
      let address: string | null = null;
      try {
        address = await holdAddress(addresses, network, signal, maxWaitMs);
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

function refuseLongWait(queues: PacedQueues, key: string, network: string, maxWaitMs: number): void {
  const waitMs = queues.expectedWaitMs(key, network);
  if (waitMs > maxWaitMs) throw new HostBusyError(key, waitMs, () => queues.postpone(key, maxWaitMs));
}

const setTimer: After = (ms, then) => {
  setTimeout(then, ms);
};
