import { LRUCache } from 'lru-cache';
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
  /** If it was told to come back: until when its place is kept. */
  keptUntil: number | null;
  /** How much longer others that pass it may make it wait; null if it was told no wait. */
  patienceMs: number | null;
}

interface Turn {
  /** A whole turn until it has ended: of turns that began together, the short ones end first. */
  ms: number;
}

interface Waiter {
  grant(release: () => void): void;
}

/** Networks remembered. Beyond, the place of the network that was told first is lost. */
const MAX_ASKERS = 10_000;
/** Turns, and visits, that waits are computed from: enough that chance moves their mean by less than a tenth. */
const REMEMBERED = 200;
/** Visits that count as a turn at first, because the first visits to end are the short ones. */
const GUESSES = 20;
/** Longest wait that a caller is told. */
const MAX_WAIT_MS = HOUR_MS;
/** A network that comes back later than this share of its wait after it has lost its place. */
const LATE_SHARE = 1 / 5;
/**
 * A told wait is shorter than the expected wait by this share, so that a network is there when its slot is free. Otherwise slots stay
 * free each time that the line is faster than expected, and all waits grow.
 */
const HEAD_START_SHARE = 1 / 16;
/** Networks that pass one that was told its wait make it wait longer by this share of the wait at most. */
const PASSING_SHARE = 1 / 16;

/**
 * A few slots for visits that many networks ask for. A free slot goes to the waiting network that has used the least time of
 * slots in the last hour; among equals to the one that asked first. The last fifth of the slots is for networks that hold none.
 * A caller who has to wait for too long is told for how long, and keeps its network's place until then. Only networks that have used
 * nothing pass it, and only for a sixteenth of what it was told, so that it stays true while new networks arrive.
 */
export class FairSlots {
  readonly #rules: SlotRules;
  readonly #now: () => number;
  readonly #schedule: Schedule;
  readonly #use: NetworkUse;
  /** Those that were told to come back are in the order in which they were told. */
  readonly #askers = new Map<string, Asker>();
  /** Networks with callers that wait or were told to come back: one place each, in the order of their next slots. */
  readonly #line: Asker[] = [];
  /** When the turns began that hold a slot, the oldest first. */
  readonly #turnStarts: number[] = [];
  /** The latest turn of each network: the line has one place for each, however often it gets a slot. */
  readonly #turns = new LRUCache<string, Turn>({ max: REMEMBERED });
  /** Lengths of the latest visits to end. */
  readonly #visits: number[];

  constructor(rules: SlotRules, now: () => number, schedule: Schedule = setTimer) {
    this.#rules = rules;
    this.#now = now;
    this.#schedule = schedule;
    this.#use = new NetworkUse(now);
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
    const waiter: Waiter = { grant: resolve };
    asker.waiting.push(waiter);
    if (!this.#line.includes(asker)) this.#join(asker);
    this.#grantFree();
    if (!asker.waiting.includes(waiter)) return await promise;
    const leave = (reason: unknown) => {
      if (remove(asker.waiting, waiter)) reject(reason);
      this.#forgetIdle(asker);
    };
    const refuse = () => leave(this.#refuse(asker));
    // Refuse at once a caller who might wait in vain.
    if (maxWaitMs !== undefined && this.#expectedWaitMs(asker) * (1 + LATE_SHARE) > maxWaitMs) refuse();
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

  #refuse(asker: Asker): SlotsTaken {
    const waitMs = this.#expectedWaitMs(asker) * (1 - HEAD_START_SHARE);
    asker.keptUntil = this.#now() + waitMs * (1 + LATE_SHARE);
    asker.patienceMs ??= waitMs * PASSING_SHARE;
    // Moves the network to the end.
    this.#askers.delete(asker.network);
    if (this.#askers.size >= MAX_ASKERS) this.#forgetOldest();
    this.#askers.set(asker.network, asker);
    return new SlotsTaken(false, waitMs);
  }

  #open(network: string): Asker {
    return { network, use: this.#use.of(network), held: 0, starts: [], waiting: [], keptUntil: null, patienceMs: null };
  }

  #forgetLate(): void {
    const now = this.#now();
    for (const asker of this.#askers.values()) {
      if (asker.keptUntil === null || asker.keptUntil >= now) continue;
      asker.keptUntil = null;
      this.#forgetIdle(asker);
    }
  }

  #forgetOldest(): void {
    for (const asker of this.#askers.values()) {
      if (asker.keptUntil === null || asker.starts.length + asker.waiting.length > 0) continue;
      asker.keptUntil = null;
      this.#forgetIdle(asker);
      return;
    }
  }

  #forgetIdle(asker: Asker): void {
    if (asker.keptUntil !== null || asker.waiting.length > 0) return;
    remove(this.#line, asker);
    if (asker.starts.length === 0) this.#askers.delete(asker.network);
  }

  #join(asker: Asker): void {
    asker.patienceMs = null;
    this.#line.push(asker);
    this.#moveUp(asker);
  }

  /** Passes networks that have used more. */
  #moveUp(asker: Asker): void {
    const line = this.#line;
    const { ms: use } = asker.use;
    const turnMs = this.#expectedTurnMs();
    let i = line.indexOf(asker);
    for (let before = line[i - 1]; before && before.use.ms > use; before = line[i - 1]) {
      if (before.patienceMs !== null) {
        if (use > 0 || before.patienceMs < turnMs) break;
        before.patienceMs -= turnMs;
      }
      line[i] = before;
      i -= 1;
    }
    line[i] = asker;
  }

  #grantFree(): void {
    while (this.#turnStarts.length < this.#rules.slots) {
      const next = this.#line.find((asker) => asker.waiting.length > 0 && this.#mayStart(asker));
      if (!next) return;
      this.#start(next);
    }
  }

  #mayStart({ starts, held }: Asker): boolean {
    const { slots, perNetwork } = this.#rules;
    return starts.length < perNetwork && mayTake(slots, { total: this.#turnStarts.length, own: held });
  }

  /** Begins the visit of the network's first waiting caller. */
  #start(asker: Asker): void {
    const { use, starts, waiting } = asker;
    const { turnMs } = this.#rules;
    const startedAt = this.#now();
    const waiter = waiting.shift();
    asker.keptUntil = null;
    starts.push(startedAt);
    this.#turnStarts.push(startedAt);
    asker.held += 1;
    // A whole turn counts as used until it has ended, so that two visits that begin at once count twice.
    use.add(turnMs);
    remove(this.#line, asker);
    if (waiting.length > 0) this.#join(asker);
    const turn: Turn = { ms: turnMs };
    this.#turns.set(asker.network, turn);
    let isHolding = true;
    const endTurn = () => {
      if (!isHolding) return;
      isHolding = false;
      turn.ms = Math.min(turnMs, this.#now() - startedAt);
      use.add(turn.ms - turnMs);
      remove(this.#turnStarts, startedAt);
      asker.held -= 1;
      if (this.#line.includes(asker)) this.#moveUp(asker);
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

  #expectedEndMs({ starts: [oldest = this.#now()] }: Asker): number {
    return Math.max(0, oldest + meanOf(this.#visits) - this.#now());
  }

  /** Time in which the line moves up by one place while all slots are taken. */
  #expectedTurnMs(): number {
    return this.#meanTurnMs() / this.#rules.slots;
  }

  #meanTurnMs(): number {
    return this.#turns.size > 0 ? meanOf(Array.from(this.#turns.values(), ({ ms }) => ms)) : this.#rules.turnMs;
  }

  /** Slots come free in the order in which their turns began, and again after a turn. */
  #expectedWaitMs(asker: Asker): number {
    const { slots } = this.#rules;
    const place = this.#line.indexOf(asker);
    const freeSlots = slots - this.#turnStarts.length;
    const startedAt = this.#turnStarts[(place % slots) - freeSlots] ?? Number.NEGATIVE_INFINITY;
    const turnMs = this.#meanTurnMs();
    const freeInMs = Math.max(0, startedAt + turnMs - this.#now());
    return Math.min(MAX_WAIT_MS, freeInMs + Math.floor(place / slots) * turnMs);
  }
}

function remember<Item>(latest: Item[], item: Item): void {
  latest.push(item);
  if (latest.length > REMEMBERED) latest.shift();
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
