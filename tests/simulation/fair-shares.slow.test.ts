import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayTake, type SlotRules, toNetwork } from '../../src/directory/fair-share.ts';
import { LOOK_SLOTS, REGISTRATIONS_OF_NETWORK, VERIFICATIONS, VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { takeRegistration } from '../../src/operations/sites/take-registration.ts';
import { takeBudgets } from '../../src/operations/take-budgets.ts';
import type { Store } from '../../src/store/store.ts';
import { countInMemory } from '../store/count-in-memory.ts';
import { VirtualTime } from '../virtual-time.ts';
import { type Habit, habits, PressedSlots } from './strangers.ts';

/** Number of worlds. Run more with `WORLDS=10000 npx vitest run --project slow tests/simulation/fair-shares.slow.test.ts`. */
const WORLDS = Number(process.env.WORLDS ?? 100);
const STRANGERS = 100;
const TWO_MINUTES_MS = 120_000;
const LONGEST_CHECK_MS = 40_000;
/** Duration of the longest search, on a site that never answers. */
const LONGEST_LOOK_MS = 33_000;
/** Duration of the longest search on a site that answers, including pauses. */
const LONGEST_OWN_LOOK_MS = 8_000;
/** Time for which one search serves all callers. The next search finds a proof published in between. */
const LOOK_KEPT_MS = 10_000;
const HOUR_MS = 3_600_000;

/**
 * Generates crowds, in which each network has a separate habit, or all share one. `longestMs` is the longest time by which strangers
 * start before the owner.
 */
const crowds = (longestMs: number) =>
  fc.constantFrom(1_000, 30_000, 120_000, 600_000).chain((headStartMs) => {
    const habit = habits(longestMs, headStartMs);
    return fc.oneof(
      fc.array(habit, { minLength: STRANGERS, maxLength: STRANGERS }),
      habit.map((one) => Array.from({ length: STRANGERS }, () => one)),
    );
  });

const worlds = fc.record({
  /** Name of the owner: a contested domain, or a domain below it. */
  owner: fc.constantFrom('owner.com', 'docs.owner.com', 'owner.pages.dev'),
  registrationsPerDay: fc.constantFrom(100, 1_000, 10_000),
  /** New domains that each stranger network requests before the owner, at most its limit. */
  registrations: fc.oneof(
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 0, max: REGISTRATIONS_OF_NETWORK.quota + 10 }),
  ),
  /** Divisor of the names that are below the owner's domain. */
  below: fc.integer({ min: 1, max: 20 }),
  /** Attempts per stranger network to verify the owner's domain. */
  verifications: fc.integer({ min: 0, max: VERIFICATIONS.quota + 1 }),
  checks: crowds(LONGEST_CHECK_MS),
  looks: crowds(LONGEST_LOOK_MS),
  /** Start of the simulation after a full hour. Budgets count by clock hours. */
  beginsMs: fc.integer({ min: 0, max: HOUR_MS }),
  ownCheckMs: fc.integer({ min: 500, max: LONGEST_CHECK_MS }),
  ownLookMs: fc.integer({ min: 100, max: LONGEST_OWN_LOOK_MS }),
});
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

interface Rules {
  readonly allows: typeof mayTake;
  readonly checks: SlotRules;
  readonly looks: SlotRules;
  /** Attempts per hour to verify a domain, for all networks together. */
  readonly verificationsOfAll: number;
}

const RULES: Rules = {
  allows: mayTake,
  checks: VISIT_SLOTS,
  looks: LOOK_SLOTS,
  verificationsOfAll: Number.POSITIVE_INFINITY,
};
/** Rules with ceilings that ignore networks, and slots held to the end of a visit. */
const CEILINGS: Rules = {
  allows: (quota, { total }) => total < quota,
  checks: { ...VISIT_SLOTS, turnMs: LONGEST_CHECK_MS },
  looks: { ...LOOK_SLOTS, turnMs: LONGEST_LOOK_MS },
  verificationsOfAll: 120,
};

type Deps = Parameters<typeof takeRegistration>[2];

/** Returns an address of the network, with another /64 of its /48 for each request. */
const toAddress = (network: number, i = 0) => `2001:db8:${network.toString(16)}:${i.toString(16)}::/64`;

const succeeds = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  );

function createDeps(takeQuotas: Store['takeQuotas'], { registrationsPerDay }: World): Deps {
  return { store: { takeQuotas }, registrationsPerDay, fingerprint: (text) => text };
}

async function takeVerification(network: number, { owner }: World, rules: Rules, { store }: Deps) {
  const quota = { ...VERIFICATIONS, subject: `${owner}|${network}`, refusal: 'Too many tries' };
  const all = { ...VERIFICATIONS, name: 'all', quota: rules.verificationsOfAll, subject: owner, refusal: '' };
  return await succeeds(takeBudgets(store, [quota, all]));
}

/** Registers in turns until each network is refused. Returns the number of domains per network. */
async function registerAll({ owner, registrations, below }: World, deps: Deps): Promise<readonly number[]> {
  const taken = Array.from({ length: STRANGERS }, () => 0);
  const refused = new Set<string>();
  const paid = owner.split('.').slice(-2).join('.');
  for (let i = 0; i < registrations && refused.size < 2 * STRANGERS; i += 1) {
    for (let network = 0; network < STRANGERS; network += 1) {
      const isBelow = i % below === 0;
      // Skip a refused network, because a budget refuses it until the end of the day.
      const key = `${network} ${isBelow}`;
      if (refused.has(key)) continue;
      const name = isBelow ? `s${i}-${network}.${paid === 'pages.dev' ? '' : 'x.'}${paid}` : `s${i}-${network}.com`;
      if (await succeeds(takeRegistration(name, toAddress(network, i), deps))) {
        taken[network] = (taken[network] ?? 0) + 1;
      } else refused.add(key);
    }
  }
  return taken;
}

interface Outcome {
  readonly isRegistered: boolean;
  readonly isVerified: boolean;
  /** Time from the owner's first request to the key, in ms. */
  readonly tookMs: number;
  /** Number of domains that each stranger network registered. */
  readonly registrations: readonly number[];
  readonly checks: PressedSlots;
  readonly looks: PressedSlots;
}

/** Simulates an owner without earlier use while strangers use their whole budgets. */
async function live(world: World, rules: Rules): Promise<Outcome> {
  const time = new VirtualTime();
  time.runNow(world.beginsMs);
  const deps = createDeps(countInMemory(time.now, rules.allows), world);
  const registrations = await registerAll(world, deps);
  for (let network = 0; network < STRANGERS; network += 1) {
    for (let i = 0; i < world.verifications; i += 1) await takeVerification(network, world, rules, deps);
  }
  const checks = new PressedSlots(rules.checks, time);
  const looks = new PressedSlots(rules.looks, time);
  const headStartMs = Math.max(0, ...[...world.checks, ...world.looks].map(({ beginsMs }) => -beginsMs));
  pressAll(checks, world.checks, headStartMs);
  pressAll(looks, world.looks, headStartMs);
  time.runNow(headStartMs);

  const startedAt = time.now();
  const isRegistered = await succeeds(takeRegistration(world.owner, toAddress(STRANGERS), deps));
  const isVerified = await takeVerification(STRANGERS, world, rules, deps);
  const owner = toNetwork(toAddress(STRANGERS));
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const look = () => looks.visit(owner, world.ownLookMs, end);
  checks.visit(owner, world.ownCheckMs, () => void time.schedule(LOOK_KEPT_MS, look));
  time.runNow(2 * TWO_MINUTES_MS, () => isOver);
  return { isRegistered, isVerified, tookMs: time.now() - startedAt, registrations, checks, looks };
}

function pressAll(slots: PressedSlots, crowd: readonly Habit[], ownerMs: number): void {
  for (const [network, habit] of crowd.entries()) slots.press((i) => toNetwork(toAddress(network, i)), habit, ownerMs);
}

const isServed = ({ isVerified, tookMs }: Outcome) => isVerified && tookMs <= TWO_MINUTES_MS;

// Drop stack traces, because refusals are errors and traces are slow.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

describe('an owner among a hundred networks of strangers', () => {
  it(
    `registers, checks and verifies within two minutes, in ${WORLDS} worlds`,
    async () => {
      let longestMs = 0;
      await fc.assert(
        fc.asyncProperty(worlds, async (world) => {
          const outcome = await live(world, RULES);
          longestMs = Math.max(longestMs, outcome.tookMs);
          expect(isServed(outcome), `verified: ${outcome.isVerified}, after ${outcome.tookMs} ms`).toBe(true);
          expect(outcome.checks.mostUnderWay).toBeLessThanOrEqual(VISIT_SLOTS.perNetwork);
          expect(outcome.looks.mostUnderWay).toBeLessThanOrEqual(LOOK_SLOTS.perNetwork);
          const most = Math.min(REGISTRATIONS_OF_NETWORK.quota, world.registrationsPerDay * 0.8);
          expect(Math.max(...outcome.registrations)).toBeLessThanOrEqual(most);
        }),
        { numRuns: WORLDS, endOnFailure: true },
      );
      console.info(`The longest of ${WORLDS} owners took ${Math.ceil(longestMs / 1_000)} s.`);
    },
    WORLDS * 2_000,
  );

  it('fails with ceilings that ignore networks', async () => {
    const sample = fc.sample(worlds, 10);
    const outcomes = await Promise.all(sample.map((world) => live(world, CEILINGS)));
    expect(outcomes.filter((outcome) => !isServed(outcome)).length).toBeGreaterThan(1);
  });
});
