import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../directory/duration.ts';
import { mayTake, type SlotRules } from '../directory/fair-share.ts';
import { HourOfUse } from './hour-of-use.ts';
import { MeanLength, MeanTurn } from './mean-lengths.ts';

/** Calls back after a delay. Returns a function that cancels the call. */
export type Schedule = (ms: number, then: () => void) => () => void;

/** Failure of a caller that gets no slot. */
export class SlotsTaken extends Error {
  override readonly name = 'SlotsTaken';
  /** True if the network already has its most running visits. */
  readonly isOwnLimit: boolean;
  /** Expected wait for a slot, in ms. */
  readonly waitMs: number;

  constructor(isOwnLimit: boolean, waitMs: number) {
    super('no slot is free');
    this.isOwnLimit = isOwnLimit;
    this.waitMs = waitMs;
  }
}

interface Asker {
  readonly network: string;
  readonly use: HourOfUse;
  held: number;
  /** Start times of running visits, oldest first. */
  readonly starts: number[];
  /** Waiting callers, oldest first. */
  readonly waiting: Waiter[];
  /** End of the reserved place, or null. */
  keptUntil: number | null;
  /** Remaining time by which passing networks may delay this network, in ms. Null without a promised wait. */
  patienceMs: number | null;
}

interface Waiter {
  readonly granted: (release: () => void) => void;
  cancelRefusal(): void;
}

/** Callbacks of a request for a slot. */
export interface SlotAnswers {
  /** Receives the function that ends the visit. */
  granted(release: () => void): void;
  /** Receives the data of `SlotsTaken`. */
  refused(isOwnLimit: boolean, waitMs: number): void;
}

/** Most networks with known use. Of more networks, the longest quiet network counts as unused. */
const MAX_NETWORKS = 10_000;
/** Most networks with reserved places. One more place drops the oldest. */
const MAX_ASKERS = 10_000;
/** Longest promised wait, in ms. */
const MAX_WAIT_MS = HOUR_MS;
/** Share of the wait after which a reserved place is lost. */
const LATE_SHARE = 1 / 5;
/**
 * Share by which a promised wait is shorter than the expected wait, so that the network returns before its slot is free.
 * Without this share, slots stay free if the line is faster than expected, and all waits grow.
 */
const HEAD_START_SHARE = 1 / 16;
/** Most delay of a promised wait by passing networks, as a share of the wait. */
const PASSING_SHARE = 1 / 16;

/**
 * Shares a few visit slots between many networks. A free slot goes to the waiting network with the least slot time in the last
 * hour. Of equal networks, the first wins. The last fifth of the slots is reserved for networks without a slot. A caller with a
 * long wait gets the wait as an answer, and its network's place is reserved until then. Only unused networks may pass that place,
 * and only for a sixteenth of the promised wait, so that the promise is kept while new networks arrive.
 */
export class FairSlots {
  readonly #rules: SlotRules;
  readonly #now: () => number;
  readonly #schedule: Schedule;
  readonly #uses: LRUCache<string, HourOfUse>;
  /** Networks with reserved places, in the order of the promises. */
  readonly #askers = new Map<string, Asker>();
  /** Networks with waiting callers or reserved places, one place each, in the order of their next slots. */
  readonly #line: Asker[] = [];
  /** Start times of the turns with a slot, oldest first. */
  readonly #turnStarts: number[] = [];
  /** Mean turn per network, because the line has one place per network, even if a network gets many slots. */
  readonly #meanTurn: MeanTurn;
  readonly #meanVisit: MeanLength;

  constructor(rules: SlotRules, now: () => number, schedule: Schedule = setTimer) {
    this.#rules = rules;
    this.#now = now;
    this.#schedule = schedule;
    this.#uses = new LRUCache({ max: MAX_NETWORKS, memoMethod: () => new HourOfUse(now) });
    this.#meanTurn = new MeanTurn(rules.turnMs);
    this.#meanVisit = new MeanLength(rules.turnMs);
  }

  /**
   * Waits for a slot. Returns the function that ends the visit. Rejects with `SlotsTaken`, or with the signal's reason if it
   * aborts during the wait.
   */
  async take(network: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const refused = (isOwnLimit: boolean, waitMs: number) => reject(new SlotsTaken(isOwnLimit, waitMs));
    const leave = this.ask(network, { granted: resolve, refused });
    const onAbort = () => {
      leave();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Like `take`, but with a callback, which may run immediately. Returns a function that removes the caller from the
   * line.
   */
  ask(network: string, { granted, refused }: SlotAnswers): () => void {
    const { perNetwork, maxWaitMs } = this.#rules;
    this.#forgetLate();
    const asker = this.#askers.get(network) ?? this.#open(network);
    if (maxWaitMs !== undefined && asker.waiting.length + asker.starts.length >= perNetwork) {
      refused(true, this.#expectedEndMs(asker));
      return () => {};
    }
    this.#askers.set(network, asker);
    const waiter: Waiter = { granted, cancelRefusal: () => {} };
    asker.waiting.push(waiter);
    if (!this.#line.includes(asker)) this.#join(asker);
    this.#grantFree();
    const leave = () => {
      if (!remove(asker.waiting, waiter)) return;
      waiter.cancelRefusal();
      this.#forgetIdle(asker);
    };
    if (maxWaitMs === undefined || !asker.waiting.includes(waiter)) return leave;
    const refuse = () => {
      const waitMs = this.#refuse(asker);
      leave();
      refused(false, waitMs);
    };
    waiter.cancelRefusal = this.#schedule(maxWaitMs, refuse);
    // Refuse a caller immediately if its wait might fail.
    if (this.#expectedWaitMs(asker) * (1 + LATE_SHARE) > maxWaitMs) refuse();
    return leave;
  }

  /** Reserves the network's place, and returns the promised wait. */
  #refuse(asker: Asker): number {
    const waitMs = this.#expectedWaitMs(asker) * (1 - HEAD_START_SHARE);
    asker.keptUntil = this.#now() + waitMs * (1 + LATE_SHARE);
    asker.patienceMs ??= waitMs * PASSING_SHARE;
    // Move the network to the end.
    this.#askers.delete(asker.network);
    if (this.#askers.size >= MAX_ASKERS) this.#forgetOldest();
    this.#askers.set(asker.network, asker);
    return waitMs;
  }

  #open(network: string): Asker {
    return {
      network,
      use: this.#uses.memo(network),
      held: 0,
      starts: [],
      waiting: [],
      keptUntil: null,
      patienceMs: null,
    };
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

  /** Moves a network ahead of networks with more use. */
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

  /** Starts the visit of a network's first waiting caller. */
  #start(asker: Asker): void {
    const { use, starts, waiting } = asker;
    const { turnMs } = this.#rules;
    const startedAt = this.#now();
    const waiter = waiting.shift();
    asker.keptUntil = null;
    starts.push(startedAt);
    this.#turnStarts.push(startedAt);
    asker.held += 1;
    // Count a whole turn as used until it ends, so that two simultaneous visits count twice.
    use.add(turnMs);
    remove(this.#line, asker);
    if (waiting.length > 0) this.#join(asker);
    const turn = this.#meanTurn.begin(asker.network);
    let isHolding = true;
    const endTurn = () => {
      if (!isHolding) return;
      isHolding = false;
      const heldMs = Math.min(turnMs, this.#now() - startedAt);
      use.add(heldMs - turnMs);
      this.#meanTurn.end(turn, heldMs);
      remove(this.#turnStarts, startedAt);
      asker.held -= 1;
      if (this.#line.includes(asker)) this.#moveUp(asker);
    };
    const cancel = this.#schedule(turnMs, () => {
      endTurn();
      this.#grantFree();
    });
    waiter?.cancelRefusal();
    waiter?.granted(() => {
      cancel();
      endTurn();
      this.#meanVisit.add(this.#now() - startedAt);
      remove(starts, startedAt);
      this.#forgetIdle(asker);
      this.#grantFree();
    });
  }

  #expectedEndMs({ starts: [oldest = this.#now()] }: Asker): number {
    return Math.max(0, oldest + this.#meanVisit.ms - this.#now());
  }

  /** Returns the time per place of the line while all slots are taken, in ms. */
  #expectedTurnMs(): number {
    return this.#meanTurn.ms / this.#rules.slots;
  }

  /** Computes the expected wait. Assumes that slots come free in the order of their starts, and again after a turn. */
  #expectedWaitMs(asker: Asker): number {
    const { slots } = this.#rules;
    const place = this.#line.indexOf(asker);
    const freeSlots = slots - this.#turnStarts.length;
    const startedAt = this.#turnStarts[(place % slots) - freeSlots] ?? Number.NEGATIVE_INFINITY;
    const turnMs = this.#meanTurn.ms;
    const freeInMs = Math.max(0, startedAt + turnMs - this.#now());
    return Math.min(MAX_WAIT_MS, freeInMs + Math.floor(place / slots) * turnMs);
  }
}

/** Removes the item. Returns false if the list did not contain the item. */
function remove<Item>(items: Item[], item: Item): boolean {
  const i = items.indexOf(item);
  if (i >= 0) items.splice(i, 1);
  return i >= 0;
}

const setTimer: Schedule = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};
