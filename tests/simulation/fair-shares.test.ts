import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayTake, type SlotRules } from '../../src/directory/fair-share.ts';
import { VERIFICATIONS, VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { takeBudgets } from '../../src/operations/take-budgets.ts';
import { takeRegistration } from '../../src/operations/take-registration.ts';
import { FairSlots, SlotsTaken } from '../../src/runtime/fair-slots.ts';
import type { Store } from '../../src/store/store.ts';
import { countInMemory } from '../store/count-in-memory.ts';
import { VirtualTime } from '../virtual-time.ts';

/** `WORLDS=10000 npm run test:slow -- tests/simulation/fair-shares.test.ts` tries more. */
const WORLDS = Number(process.env.WORLDS ?? 100);
const STRANGERS = 100;
const TWO_MINUTES_MS = 120_000;
/** No check takes longer. */
const LONGEST_CHECK_MS = 40_000;
/** One look at a proof serves everybody for this long, so a proof published during a look is seen by the next look. */
const LOOK_KEPT_MS = 10_000;

const worlds = fc.record({
  /** Below a domain that strangers can press, or a domain itself. */
  owner: fc.constantFrom('owner.com', 'docs.owner.com', 'owner.pages.dev'),
  registrationsPerDay: fc.constantFrom(100, 1_000, 10_000),
  /** Requests of each stranger network before the owner comes. */
  registrations: fc.integer({ min: 0, max: 12 }),
  verifications: fc.integer({ min: 0, max: 3 }),
  /** How long the visits of strangers take. */
  visitMs: fc.constantFrom(1_000, 4_000, 12_000, LONGEST_CHECK_MS),
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Strangers have asked for so long when the owner comes. */
  headStartMs: fc.integer({ min: 0, max: 30_000 }),
  ownCheckMs: fc.integer({ min: 500, max: LONGEST_CHECK_MS }),
  lookMs: fc.integer({ min: 100, max: 8_000 }),
});
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

interface Rules {
  readonly allows: typeof mayTake;
  readonly slots: SlotRules;
  /** Tries to verify a domain that all networks together have in an hour. */
  readonly verificationsOfAll: number;
}

const RULES: Rules = { allows: mayTake, slots: VISIT_SLOTS, verificationsOfAll: Number.POSITIVE_INFINITY };
/** Ceilings that do not ask who has used them, and slots that a visit holds to its end. */
const CEILINGS: Rules = {
  allows: (quota, { total }) => total < quota,
  slots: { ...VISIT_SLOTS, turnMs: LONGEST_CHECK_MS },
  verificationsOfAll: 120,
};

interface Outcome {
  readonly registered: boolean;
  readonly verified: boolean;
  readonly checkedAfterMs: number;
  /** Most that one stranger network has got of each kind. */
  readonly most: { readonly registrations: number; readonly visits: number };
}

const addressOf = (network: number) => `2001:db8:${network.toString(16)}:${network % 7}::/64`;

function needsOf(takeQuotas: Store['takeQuotas'], { registrationsPerDay }: World) {
  return { store: { takeQuotas }, registrationsPerDay, fingerprint: (text: string) => text };
}

const succeeds = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  );

async function verify(network: number, world: World, rules: Rules, needs: ReturnType<typeof needsOf>) {
  const quota = { ...VERIFICATIONS, subject: `${world.owner}|${network}`, refusal: 'Too many tries' };
  const all = { ...VERIFICATIONS, name: 'all', quota: rules.verificationsOfAll, subject: world.owner, refusal: '' };
  return await succeeds(takeBudgets(needs.store, [quota, all]));
}

/** What an owner who has used nothing gets while strangers use all that they may. */
async function live(world: World, rules: Rules): Promise<Outcome> {
  const time = new VirtualTime();
  const needs = needsOf(countInMemory(time.now, rules.allows), world);
  const byNetwork = Array.from({ length: STRANGERS }, () => 0);
  for (let i = 0; i < world.registrations; i += 1) {
    for (let network = 0; network < STRANGERS; network += 1) {
      const name = i % 4 === 0 ? `s${i}-${network}.${world.owner.replace('docs.', '')}` : `s${i}-${network}.com`;
      const taken = await succeeds(takeRegistration(name.replace('owner.pages', 'pages'), addressOf(network), needs));
      byNetwork[network] = (byNetwork[network] ?? 0) + (taken ? 1 : 0);
    }
  }
  for (let network = 0; network < STRANGERS; network += 1) {
    for (let i = 0; i < world.verifications; i += 1) await verify(network, world, rules, needs);
  }
  const registered = await succeeds(takeRegistration(world.owner, addressOf(STRANGERS), needs));
  const verified = await verify(STRANGERS, world, rules, needs);
  const { checkedAfterMs, mostVisits } = await checkAmongStrangers(world, rules.slots, time);
  return {
    registered,
    verified,
    checkedAfterMs: checkedAfterMs + (verified ? LOOK_KEPT_MS + world.lookMs : 0),
    most: { registrations: Math.max(...byNetwork), visits: mostVisits },
  };
}

/** Strangers have two visits under way without end, and come back when they are told. */
async function checkAmongStrangers(
  { visitMs, jitter, headStartMs, ownCheckMs }: World,
  rules: SlotRules,
  time: VirtualTime,
) {
  const slots = new FairSlots(rules, time.now, time.schedule);
  const underWay = new Map<number, number>();
  let mostVisits = 0;
  let isOver = false;
  const visit = async (network: number, ms: number): Promise<void> => {
    const release = await slots.take(String(network)).catch((refusal: SlotsTaken) => refusal);
    if (release instanceof SlotsTaken) {
      await time.wait(Math.max(1_000, Math.ceil(release.waitMs / 1_000) * 1_000));
      return isOver ? undefined : await visit(network, ms);
    }
    underWay.set(network, (underWay.get(network) ?? 0) + 1);
    mostVisits = Math.max(mostVisits, underWay.get(network) ?? 0);
    await time.wait(ms);
    underWay.set(network, (underWay.get(network) ?? 0) - 1);
    release();
  };
  const press = async (network: number, i: number): Promise<void> => {
    await time.wait(jitter * network * 10 + i);
    while (!isOver) await visit(network, visitMs * (1 - (jitter * network) / STRANGERS));
  };
  for (let network = 0; network < STRANGERS; network += 1) for (const i of [0, 1]) void press(network, i);
  await time.run(headStartMs);
  const startedAt = time.now();
  void visit(STRANGERS, ownCheckMs).then(() => {
    isOver = true;
  });
  await time.run(2 * TWO_MINUTES_MS, () => isOver);
  return { checkedAfterMs: time.now() - startedAt, mostVisits };
}

const isServed = ({ verified, checkedAfterMs }: Outcome) => verified && checkedAfterMs <= TWO_MINUTES_MS;

describe('an owner among a hundred networks of strangers', () => {
  it(`registers, by proof if need be, checks and verifies within two minutes, in ${WORLDS} worlds`, async () => {
    let longestMs = 0;
    for (const world of fc.sample(worlds, WORLDS)) {
      const outcome = await live(world, RULES);
      longestMs = Math.max(longestMs, outcome.checkedAfterMs);
      if (!isServed(outcome)) expect.fail(JSON.stringify({ world, outcome }));
      expect(outcome.most.visits).toBeLessThanOrEqual(VISIT_SLOTS.perNetwork);
      expect(outcome.most.registrations).toBeLessThanOrEqual(world.registrationsPerDay * 0.8);
    }
    expect(longestMs).toBeGreaterThan(0);
  }, 900_000);

  it('is kept out by ceilings that do not ask who has used them', async () => {
    const sample = fc.sample(worlds, 30);
    const outcomes = await Promise.all(sample.map((world) => live(world, CEILINGS)));
    expect(outcomes.filter((outcome) => !isServed(outcome)).length).toBeGreaterThan(3);
  }, 60_000);
});
