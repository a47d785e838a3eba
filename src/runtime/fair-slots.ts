import { HOUR_MS } from '../directory/duration.ts';
import { mayTake, type SlotRules } from '../directory/fair-share.ts';
import { type HourOfUse, NetworkUse } from './network-use.ts';

/** Calls back after a while, and returns what takes that back. */
export type Schedule = (ms: number, then: () => void) => () => void;

/** Thrown to a caller that gets no slot. */
export class SlotsTaken extends Error {
  override readonly name = 'SlotsTaken';
  /** True if the network has as many visits under way as one network may. */
  readonly isOwnLimit: boolean;
  /** Time after which a slot is expected to be free for the network. */
  readonly waitMs: number;

  constructor(isOwnLimit: boolean, waitMs: number) {
    super('no slot is free');
    this.isOwnLimit = isOwnLimit;
    this.waitMs = waitMs;
  }
}

/** A network that has visits under way or callers that wait, or was told to come back. */
interface Asker {
  readonly network: string;
  readonly use: HourOfUse;
  /** Slots held. */
  held: number;
  /** Starts of the visits under way, the oldest first. */
  readonly starts: number[];
  /** Callers that wait, the first first. */
  readonly waiting: Waiter[];
  /** Its place if it was told to come back. */
  ticket: Ticket | null;
}

interface Waiter {
  /** When its network first asked for the slot that it has not had yet. */
  readonly since: number;
  grant(release: () => void): void;
}

interface Ticket {
  readonly since: number;
  readonly until: number;
}

/** Networks remembered. Beyond, the place of the network that was told first is lost. */
const MAX_ASKERS = 10_000;
/** Turns that waits are computed from: enough that chance moves their mean by less than a tenth. */
const REMEMBERED = 200;
/** Turns that count as whole ones at first, because the first turns to end are the short ones. */
const GUESSES = 20;
/** Longest wait that a caller is told. */
const MAX_WAIT_MS = HOUR_MS;
/** A network that comes back later than this share of its wait after it has lost its place. */
const LATE_SHARE = 1 / 5;

/**
 * A few slots for visits that many networks ask for. A free slot goes to the waiting network that has used the least time of
 * slots in the last hour; among equals to the one that asked first. The last fifth of the slots is for networks that hold none.
 * A caller who has to wait for too long is told for how long, and keeps its network's place until then.
 */
export class FairSlots {
  readonly #rules: SlotRules;
  readonly #now: () => number;
  readonly #schedule: Schedule;
  readonly #use: NetworkUse;
  /** Those that were told to come back are in the order in which they were told. */
  readonly #askers = new Map<string, Asker>();
  #heldInAll = 0;
  /** Lengths of the latest turns, and of the latest visits. */
  readonly #turns: number[];
  readonly #visits: number[];

  constructor(rules: SlotRules, now: () => number, schedule: Schedule = setTimer) {
    this.#rules = rules;
    this.#now = now;
    this.#schedule = schedule;
    this.#use = new NetworkUse(now);
    this.#turns = Array<number>(GUESSES).fill(rules.turnMs);
    this.#visits = Array<number>(GUESSES).fill(rules.turnMs);
  }

  /**
   * Waits for a slot, and returns the function that ends the visit. Rejects with `SlotsTaken`, and with the signal's reason if it
   * aborts while the caller waits.
   */
  async take(network: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const { perNetwork, maxWaitMs } = this.#rules;
    this.#forgetLate();
    const asker = this.#askers.get(network) ?? this.#open(network);
    if (maxWaitMs !== undefined && asker.waiting.length + asker.starts.length >= perNetwork) {
      throw new SlotsTaken(true, this.#expectedEndMs(asker));
    }
    this.#askers.set(network, asker);
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = { since: asker.ticket?.since ?? this.#now(), grant: resolve };
    asker.waiting.push(waiter);
    this.#grantFree();
    if (!asker.waiting.includes(waiter)) return await promise;
    const leave = (reason: unknown) => {
      if (remove(asker.waiting, waiter)) reject(reason);
      this.#forgetIdle(asker);
    };
    const refuse = () => leave(this.#refuse(asker, waiter));
    if (maxWaitMs !== undefined && this.#expectedWaitMs(asker, waiter.since) > maxWaitMs) refuse();
    const cancel = maxWaitMs === undefined ? () => {} : this.#schedule(maxWaitMs, refuse);
    const onAbort = () => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #refuse(asker: Asker, { since }: Waiter): SlotsTaken {
    const waitMs = this.#expectedWaitMs(asker, since);
    asker.ticket = { since, until: this.#now() + waitMs * (1 + LATE_SHARE) };
    // Moves the network to the end.
    this.#askers.delete(asker.network);
    if (this.#askers.size >= MAX_ASKERS) this.#forgetOldest();
    this.#askers.set(asker.network, asker);
    return new SlotsTaken(false, waitMs);
  }

  #open(network: string): Asker {
    return { network, use: this.#use.of(network), held: 0, starts: [], waiting: [], ticket: null };
  }

  #forgetLate(): void {
    const now = this.#now();
    for (const asker of this.#askers.values()) {
      if (asker.ticket === null || asker.ticket.until >= now) continue;
      asker.ticket = null;
      this.#forgetIdle(asker);
    }
  }

  #forgetOldest(): void {
    for (const asker of this.#askers.values()) {
      if (asker.ticket === null || asker.starts.length + asker.waiting.length > 0) continue;
      this.#askers.delete(asker.network);
      return;
    }
  }

  #forgetIdle({ network, starts, waiting, ticket }: Asker): void {
    if (ticket === null && starts.length + waiting.length === 0) this.#askers.delete(network);
  }

  #grantFree(): void {
    while (this.#heldInAll < this.#rules.slots) {
      const next = this.#next();
      if (next === null) return;
      this.#start(next);
    }
  }

  #next(): Asker | null {
    let first: Asker | null = null;
    let leastUse = Number.POSITIVE_INFINITY;
    let firstSince = Number.POSITIVE_INFINITY;
    for (const asker of this.#askers.values()) {
      const [waiter] = asker.waiting;
      if (!waiter || !this.#mayStart(asker)) continue;
      const use = asker.use.ms;
      if (use > leastUse || (use === leastUse && waiter.since >= firstSince)) continue;
      first = asker;
      leastUse = use;
      firstSince = waiter.since;
    }
    return first;
  }

  #mayStart({ starts, held }: Asker): boolean {
    const { slots, perNetwork } = this.#rules;
    return starts.length < perNetwork && mayTake(slots, { total: this.#heldInAll, own: held });
  }

  /** Begins the visit of the network's first waiting caller. */
  #start(asker: Asker): void {
    const { use, starts, waiting } = asker;
    const { turnMs } = this.#rules;
    const startedAt = this.#now();
    const waiter = waiting.shift();
    asker.ticket = null;
    starts.push(startedAt);
    this.#hold(asker, 1);
    // A whole turn counts as used until it has ended, so that two visits that begin at once count twice.
    use.add(turnMs);
    let isHolding = true;
    const endTurn = () => {
      if (!isHolding) return;
      isHolding = false;
      const heldMs = Math.min(turnMs, this.#now() - startedAt);
      use.add(heldMs - turnMs);
      remember(this.#turns, heldMs);
      this.#hold(asker, -1);
    };
    const cancel = this.#schedule(turnMs, () => {
      endTurn();
      this.#grantFree();
    });
    waiter?.grant(() => {
      cancel();
      endTurn();
      remember(this.#visits, this.#now() - startedAt);
      remove(starts, startedAt);
      this.#forgetIdle(asker);
      this.#grantFree();
    });
  }

  #hold(asker: Asker, change: 1 | -1): void {
    this.#heldInAll += change;
    asker.held += change;
  }

  #expectedEndMs({ starts: [oldest = this.#now()] }: Asker): number {
    return Math.max(0, oldest + meanOf(this.#visits) - this.#now());
  }

  /**
   * Plays the line forward with the lengths of the latest turns: first come the networks that have used less, until they have used
   * as much, and of equals those that asked before. Visits under way may be followed by others, which will have asked later.
   */
  #expectedWaitMs(own: Asker, since: number): number {
    const { slots } = this.#rules;
    const ownUse = own.use.ms;
    const mostMs = MAX_WAIT_MS * slots;
    let workMs = meanOf(this.#turns);
    let i = 0;
    for (const other of this.#askers.values()) {
      if (other === own) continue;
      const { since: otherSince = Number.POSITIVE_INFINITY } = other.waiting[0] ?? other.ticket ?? {};
      let use = other.use.ms;
      let isBefore = use < ownUse || (use === ownUse && otherSince <= since);
      while (isBefore && workMs < mostMs) {
        const turnMs = Math.max(1, this.#turns[i % this.#turns.length] ?? 0);
        use += turnMs;
        workMs += turnMs;
        isBefore = use < ownUse;
        i += 1;
      }
    }
    return workMs / slots;
  }
}

function remember(durations: number[], ms: number): void {
  durations.push(ms);
  if (durations.length > REMEMBERED) durations.shift();
}

/** Removes the item, and reports whether it was there. */
function remove<Item>(items: Item[], item: Item): boolean {
  const i = items.indexOf(item);
  if (i >= 0) items.splice(i, 1);
  return i >= 0;
}

function meanOf(durations: readonly number[]): number {
  return durations.reduce((sum, ms) => sum + ms, 0) / durations.length;
}

const setTimer: Schedule = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};
