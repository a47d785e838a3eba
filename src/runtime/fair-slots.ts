import { HOUR_MS } from '../directory/duration.ts';
import { mayTake, type SlotRules } from '../directory/fair-share.ts';
import { MeanLength, MeanTurn } from './mean-lengths.ts';
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

interface Waiter {
  readonly granted: (release: () => void) => void;
  cancelRefusal(): void;
}

/** What becomes of a request for a slot. */
export interface SlotAnswers {
  /** Called with the function that ends the visit. */
  granted(release: () => void): void;
  /** Called with what `SlotsTaken` says. */
  refused(isOwnLimit: boolean, waitMs: number): void;
}

/** Networks remembered. Beyond, the place of the network that was told first is lost. */
const MAX_ASKERS = 10_000;
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
  /** The line has one place for each network, however often the network gets a slot. */
  readonly #meanTurn: MeanTurn;
  readonly #meanVisit: MeanLength;

  constructor(rules: SlotRules, now: () => number, schedule: Schedule = setTimer) {
    this.#rules = rules;
    this.#now = now;
    this.#schedule = schedule;
    this.#use = new NetworkUse(now);
    this.#meanTurn = new MeanTurn(rules.turnMs);
    this.#meanVisit = new MeanLength(rules.turnMs);
  }

  /**
   * Waits for a slot, and returns the function that ends the visit. Rejects with `SlotsTaken`, and with the signal's reason if it
   * aborts while the caller waits.
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

  /** Asks for a slot as `take` does, but calls back, perhaps at once. Returns a function with which a caller that waits leaves the line. */
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
    // Refuse at once a caller who might wait in vain.
    if (this.#expectedWaitMs(asker) * (1 + LATE_SHARE) > maxWaitMs) refuse();
    return leave;
  }

  /** Keeps the network's place, and returns the wait that it is told. */
  #refuse(asker: Asker): number {
    const waitMs = this.#expectedWaitMs(asker) * (1 - HEAD_START_SHARE);
    asker.keptUntil = this.#now() + waitMs * (1 + LATE_SHARE);
    asker.patienceMs ??= waitMs * PASSING_SHARE;
    // Moves the network to the end.
    this.#askers.delete(asker.network);
    if (this.#askers.size >= MAX_ASKERS) this.#forgetOldest();
    this.#askers.set(asker.network, asker);
    return waitMs;
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

  /** Time in which the line moves up by one place while all slots are taken. */
  #expectedTurnMs(): number {
    return this.#meanTurn.ms / this.#rules.slots;
  }

  /** Slots come free in the order in which their turns began, and again after a turn. */
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

/** Removes the item, and reports whether it was there. */
function remove<Item>(items: Item[], item: Item): boolean {
  const i = items.indexOf(item);
  if (i >= 0) items.splice(i, 1);
  return i >= 0;
}

const setTimer: Schedule = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};
