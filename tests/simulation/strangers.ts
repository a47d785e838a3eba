import fc from 'fast-check';
import type { SlotRules } from '../../src/directory/fair-share.ts';
import { QUOTAS } from '../../src/operations/quotas.ts';
import { FairSlots, SlotsTaken } from '../../src/runtime/fair-slots.ts';
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
      this.#time.schedule(beginsMs, () => void this.#ask(networkOf(i), habit));
    }
  }

  /** Resolves at the end of a visit. Comes back as often as it is told. */
  async visit(network: string, ms: number, isPatient = true): Promise<void> {
    for (;;) {
      const release = await this.#slots.take(network).catch((refusal: SlotsTaken) => refusal);
      if (!(release instanceof SlotsTaken)) return await this.#stay(network, ms, release);
      const toldMs = Math.max(SECOND_MS, Math.ceil(release.waitMs / SECOND_MS) * SECOND_MS);
      await this.#time.wait(isPatient ? toldMs : IMPATIENCE_MS);
    }
  }

  async #ask(network: string, { visitMs, isPatient }: Habit): Promise<void> {
    for (;;) await this.visit(network, visitMs, isPatient);
  }

  async #stay(network: string, ms: number, release: () => void): Promise<void> {
    const underWay = (this.#underWay.get(network) ?? 0) + 1;
    this.#underWay.set(network, underWay);
    this.#mostUnderWay = Math.max(this.#mostUnderWay, underWay);
    await this.#time.wait(ms);
    this.#underWay.set(network, (this.#underWay.get(network) ?? 0) - 1);
    release();
  }
}
