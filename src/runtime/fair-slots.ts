import { mayTake, type SlotRules } from '../directory/fair-share.ts';
import { expectedWaitMs, meanOf } from './expected-wait.ts';
import { NetworkUse } from './network-use.ts';

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

interface Waiter {
  readonly network: string;
  /** When its network first asked for the slot that it has not had yet. */
  readonly since: number;
  grant(release: () => void): void;
}

/** The place of a network that was told to come back. */
interface Ticket {
  readonly since: number;
  readonly until: number;
}

/** Networks that were told to come back and are remembered. */
const MAX_TICKETS = 10_000;
/** Turns that waits are computed from: enough that chance moves their mean by less than a tenth. */
const REMEMBERED = 200;
/** Turns that count as whole ones at first, because the first turns to end are the short ones. */
const GUESSES = 20;
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
  readonly #waiting = new Set<Waiter>();
  readonly #tickets = new Map<string, Ticket>();
  /** Slots held, by network. */
  readonly #held = new Map<string, number>();
  /** Starts of the visits under way, by network, the oldest first. */
  readonly #underWay = new Map<string, readonly number[]>();
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
    if (maxWaitMs !== undefined && this.#pending(network) >= perNetwork) {
      throw new SlotsTaken(true, this.#expectedEndMs(network));
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = { network, since: this.#sinceOf(network), grant: resolve };
    this.#waiting.add(waiter);
    this.#grantFree();
    if (!this.#waiting.has(waiter)) return await promise;
    const leave = (reason: unknown) => {
      if (this.#waiting.delete(waiter)) reject(reason);
    };
    if (maxWaitMs !== undefined && this.#expectedWaitMs(waiter) > maxWaitMs) leave(this.#refuse(waiter));
    const cancel = maxWaitMs === undefined ? () => {} : this.#schedule(maxWaitMs, () => leave(this.#refuse(waiter)));
    const onAbort = () => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #refuse(waiter: Waiter): SlotsTaken {
    const waitMs = this.#expectedWaitMs(waiter);
    this.#tickets.delete(waiter.network);
    const [oldest] = this.#tickets.keys();
    if (oldest !== undefined && this.#tickets.size >= MAX_TICKETS) this.#tickets.delete(oldest);
    this.#tickets.set(waiter.network, { since: waiter.since, until: this.#now() + waitMs * (1 + LATE_SHARE) });
    return new SlotsTaken(false, waitMs);
  }

  #sinceOf(network: string): number {
    this.#forgetLate();
    return this.#tickets.get(network)?.since ?? this.#now();
  }

  #forgetLate(): void {
    for (const [network, { until }] of this.#tickets) if (until < this.#now()) this.#tickets.delete(network);
  }

  #grantFree(): void {
    for (let next = this.#next(); next !== null; next = this.#next()) this.#start(next);
  }

  #next(): Waiter | null {
    let first: Waiter | null = null;
    let leastUse = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiting) {
      if (!this.#mayStart(waiter.network)) continue;
      const use = this.#use.get(waiter.network);
      if (first !== null && (use > leastUse || (use === leastUse && waiter.since >= first.since))) continue;
      first = waiter;
      leastUse = use;
    }
    return first;
  }

  #mayStart(network: string): boolean {
    const { slots, perNetwork } = this.#rules;
    const own = this.#held.get(network) ?? 0;
    const underWay = this.#underWay.get(network)?.length ?? 0;
    return underWay < perNetwork && mayTake(slots, { total: this.#heldInAll, own });
  }

  #start(waiter: Waiter): void {
    const { network } = waiter;
    const { turnMs } = this.#rules;
    const startedAt = this.#now();
    this.#waiting.delete(waiter);
    this.#tickets.delete(network);
    this.#underWay.set(network, [...(this.#underWay.get(network) ?? []), startedAt]);
    this.#hold(network, 1);
    // A whole turn counts as used until it has ended, so that two visits that begin at once count twice.
    this.#use.add(network, turnMs);
    let isHolding = true;
    const endTurn = () => {
      if (!isHolding) return;
      isHolding = false;
      const heldMs = Math.min(turnMs, this.#now() - startedAt);
      this.#use.add(network, heldMs - turnMs);
      remember(this.#turns, heldMs);
      this.#hold(network, -1);
    };
    const cancel = this.#schedule(turnMs, () => {
      endTurn();
      this.#grantFree();
    });
    waiter.grant(() => {
      cancel();
      endTurn();
      this.#end(network, startedAt);
      this.#grantFree();
    });
  }

  #hold(network: string, change: 1 | -1): void {
    this.#heldInAll += change;
    const held = (this.#held.get(network) ?? 0) + change;
    if (held > 0) this.#held.set(network, held);
    else this.#held.delete(network);
  }

  #end(network: string, startedAt: number): void {
    remember(this.#visits, this.#now() - startedAt);
    const starts = [...(this.#underWay.get(network) ?? [])];
    starts.splice(starts.indexOf(startedAt), 1);
    if (starts.length > 0) this.#underWay.set(network, starts);
    else this.#underWay.delete(network);
  }

  /** Visits of a network under way, and its callers that wait. */
  #pending(network: string): number {
    let waiting = 0;
    for (const waiter of this.#waiting) waiting += waiter.network === network ? 1 : 0;
    return waiting + (this.#underWay.get(network)?.length ?? 0);
  }

  #expectedEndMs(network: string): number {
    const [oldest = this.#now()] = this.#underWay.get(network) ?? [];
    return Math.max(0, oldest + meanOf(this.#visits) - this.#now());
  }

  #expectedWaitMs({ network, since }: Waiter): number {
    const others = [...this.#others(network)].map(([other, otherSince]) => ({
      use: this.#use.get(other),
      since: otherSince,
    }));
    return expectedWaitMs({ use: this.#use.get(network), since }, others, this.#turns, this.#rules.slots);
  }

  /** The other networks that wait, were told to come back, or have visits under way, and since when they ask for another visit. */
  #others(network: string): ReadonlyMap<string, number> {
    this.#forgetLate();
    const others = new Map<string, number>();
    for (const other of this.#underWay.keys()) others.set(other, Number.POSITIVE_INFINITY);
    for (const [other, { since }] of this.#tickets) others.set(other, since);
    for (const waiter of this.#waiting) others.set(waiter.network, waiter.since);
    others.delete(network);
    return others;
  }
}

function remember(durations: number[], ms: number): void {
  durations.push(ms);
  if (durations.length > REMEMBERED) durations.shift();
}

const setTimer: Schedule = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};
