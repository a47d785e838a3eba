import fc from 'fast-check';
import type { SlotRules } from '../../src/directory/fair-share.ts';
import { QUOTAS } from '../../src/operations/quotas.ts';
import { FairSlots } from '../../src/runtime/fair-slots.ts';
import type { VirtualTime } from '../virtual-time.ts';

/** Precision of waits, because `Retry-After` counts whole seconds. */
const SECOND_MS = 1_000;
/** Interval of an impatient caller, who may send ten requests a minute. */
const IMPATIENCE_MS = (QUOTAS.fetch.policies[0].windowS * SECOND_MS) / QUOTAS.fetch.policies[0].quota;

/** Request pattern of a network's callers. */
export interface Habit {
  /** Start, in ms after the owner's start. */
  readonly beginsMs: number;
  readonly visitMs: number;
  /** Number of callers that each repeat their request after a visit. */
  readonly callers: number;
  /** True if refused callers come back after their wait. If false, the callers repeat as often as allowed. */
  readonly isPatient: boolean;
}

/** Creates request patterns of a network whose visits take at most `longestMs`. The owner starts up to `headStartMs` later. */
export function habits(longestMs: number, headStartMs: number): fc.Arbitrary<Habit> {
  return fc.record({
    beginsMs: fc.oneof(
      fc.constant(-1),
      fc.integer({ min: -60_000, max: 60_000 }),
      fc.integer({ min: -headStartMs, max: 60_000 }),
    ),
    visitMs: fc.oneof(fc.integer({ min: 200, max: longestMs }), fc.constant(longestMs)),
    callers: fc.integer({ min: 1, max: 4 }),
    isPatient: fc.boolean(),
  });
}

/** Slots under load, with the result of each network. */
export class PressedSlots {
  readonly #slots: FairSlots;
  readonly #time: VirtualTime;
  readonly #underWay = new Map<string, number>();
  #mostUnderWay = 0;

  constructor(rules: SlotRules, time: VirtualTime) {
    this.#slots = new FairSlots(rules, time.now, time.schedule);
    this.#time = time;
  }

  /** Most running visits of one network. */
  get mostUnderWay(): number {
    return this.#mostUnderWay;
  }

  /** Runs the callers of a network endlessly, from `ownerMs` by their pattern. `networkOf` returns the network of a caller. */
  press(networkOf: (caller: number) => string, habit: Habit, ownerMs: number): void {
    const beginsMs = Math.max(0, ownerMs + habit.beginsMs);
    for (let i = 0; i < habit.callers; i += 1) {
      this.#time.schedule(beginsMs, () => this.#ask(networkOf(i), habit));
    }
  }

  /** Runs a visit and calls `onEnd` at its end. Comes back after each promised wait. */
  visit(network: string, ms: number, onEnd: () => void, isPatient = true): void {
    this.#slots.ask(network, {
      granted: (release) => {
        this.#stay(network, ms, () => {
          release();
          onEnd();
        });
      },
      refused: (_, waitMs) => {
        const toldMs = Math.max(SECOND_MS, Math.ceil(waitMs / SECOND_MS) * SECOND_MS);
        this.#time.schedule(isPatient ? toldMs : IMPATIENCE_MS, () => this.visit(network, ms, onEnd, isPatient));
      },
    });
  }

  #ask(network: string, habit: Habit): void {
    this.visit(network, habit.visitMs, () => this.#ask(network, habit), habit.isPatient);
  }

  #stay(network: string, ms: number, onEnd: () => void): void {
    const underWay = (this.#underWay.get(network) ?? 0) + 1;
    this.#underWay.set(network, underWay);
    this.#mostUnderWay = Math.max(this.#mostUnderWay, underWay);
    this.#time.schedule(ms, () => {
      this.#underWay.set(network, (this.#underWay.get(network) ?? 0) - 1);
      onEnd();
    });
  }
}
