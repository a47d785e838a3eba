import fc from 'fast-check';
import type { SlotRules } from '../../src/directory/fair-share.ts';
import { QUOTAS } from '../../src/operations/quotas.ts';
import { FairSlots } from '../../src/runtime/fair-slots.ts';
import type { VirtualTime } from '../virtual-time.ts';

/** `Retry-After` counts whole seconds. */
const SECOND_MS = 1_000;
/** A caller may ask ten times a minute. */
const IMPATIENCE_MS = (QUOTAS.fetch.policies[0].windowS * SECOND_MS) / QUOTAS.fetch.policies[0].quota;

/** How the callers of a network ask for visits. */
export interface Habit {
  /** When they begin, in ms after the owner comes. */
  readonly beginsMs: number;
  readonly visitMs: number;
  /** Callers that each ask again as soon as their visit ends. */
  readonly callers: number;
  /** Refused callers come back when they are told. Otherwise they ask as often as a client may. */
  readonly isPatient: boolean;
}

/** Habits of a network whose visits take at most `longestMs`. The owner comes up to `headStartMs` later. */
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

/** Slots that networks press, and what each of the networks gets. */
export class PressedSlots {
  readonly #slots: FairSlots;
  readonly #time: VirtualTime;
  readonly #underWay = new Map<string, number>();
  #mostUnderWay = 0;

  constructor(rules: SlotRules, time: VirtualTime) {
    this.#slots = new FairSlots(rules, time.now, time.schedule);
    this.#time = time;
  }

  /** Most visits that one network had under way. */
  get mostUnderWay(): number {
    return this.#mostUnderWay;
  }

  /** Lets the callers of a network ask without end, from `ownerMs` on as their habit says. `networkOf` is that of each caller. */
  press(networkOf: (caller: number) => string, habit: Habit, ownerMs: number): void {
    const beginsMs = Math.max(0, ownerMs + habit.beginsMs);
    for (let i = 0; i < habit.callers; i += 1) {
      this.#time.schedule(beginsMs, () => this.#ask(networkOf(i), habit));
    }
  }

  /** Calls back at the end of a visit. Comes back as often as it is told. */
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
