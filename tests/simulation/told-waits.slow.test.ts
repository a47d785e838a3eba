import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOOK_SLOTS, VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { FairSlots, SlotsTaken } from '../../src/runtime/fair-slots.ts';
import { VirtualTime } from '../virtual-time.ts';

const STRANGERS = 1_000;
/** Tolerance of a promised wait, as a share of the wait, before or after. */
const TOLERANCE = 1 / 5;
const SECOND_MS = 1_000;
/** Least share of kept promises. Most runs reach 0.99. The worst run so far reached 0.92. */
const LEAST_TRUE_SHARE = 0.9;

interface ToldWait {
  readonly toldMs: number;
  readonly tookMs: number;
  /** True if the caller came back after four fifths of the wait and got a slot immediately. */
  readonly isEarly: boolean;
}

const retryAfterMs = ({ waitMs }: SlotsTaken) => Math.max(1, Math.ceil(waitMs / SECOND_MS)) * SECOND_MS;

/**
 * Simulates a thousand networks that send requests endlessly from the first second. With `arrivalMs`, a new network joins at
 * that interval. A network comes back after its wait, but every tenth after four fifths of it. Returns the promised waits with
 * the times to the slot.
 */
async function pressByThousand(
  rules: typeof VISIT_SLOTS,
  visitMs: () => number,
  livedMs: number,
  arrivalMs: number | null,
): Promise<readonly ToldWait[]> {
  const time = new VirtualTime();
  const slots = new FairSlots(rules, time.now, time.schedule);
  const waits: ToldWait[] = [];

  async function takeSlot(network: number): Promise<() => void> {
    const take = () => slots.take(String(network)).catch((refusal: SlotsTaken) => refusal);
    const first = await take();
    if (!(first instanceof SlotsTaken)) return first;
    const toldMs = retryAfterMs(first);
    const toldAt = time.now();
    const comesEarly = network % 10 === 0;
    await time.wait(comesEarly ? toldMs * (1 - TOLERANCE) : toldMs);
    const cameAt = time.now();
    let release = await take();
    const isEarly = comesEarly && !(release instanceof SlotsTaken) && time.now() === cameAt;
    while (release instanceof SlotsTaken) {
      await time.wait(retryAfterMs(release));
      release = await take();
    }
    waits.push({ toldMs, tookMs: time.now() - toldAt, isEarly });
    return release;
  }

  async function visit(network: number, ms: number): Promise<void> {
    const release = await takeSlot(network);
    await time.wait(ms);
    release();
  }

  for (let network = 0; network < STRANGERS; network += 1) {
    const ms = visitMs();
    time.schedule(network, async () => {
      for (;;) await visit(network, ms);
    });
  }
  for (let i = 1; arrivalMs !== null && i * arrivalMs < livedMs; i += 1) {
    time.schedule(i * arrivalMs, () => void visit(STRANGERS + i, visitMs()));
  }
  await time.run(livedMs);
  return waits;
}

const isTrue = ({ toldMs, tookMs, isEarly }: ToldWait) => !isEarly && tookMs <= toldMs * (1 + TOLERANCE);

/** Intervals at which new networks arrive. The slots serve about two checks or sixteen proof searches per second. */
const ARRIVALS = [
  ['no new network arrives', null],
  ['a new network arrives every 5 s', 5_000],
  ['a new network arrives every 2 s', 2_000],
  ['four new networks arrive every second', 250],
] as const;

describe('promised wait of one of a thousand networks', () => {
  describe.each([
    ['checks that take a turn or more', VISIT_SLOTS, 8_000, 40_000, 900_000],
    ['checks of all lengths', VISIT_SLOTS, 500, 40_000, 900_000],
    ['looks at proofs', LOOK_SLOTS, 2_000, 33_000, 150_000],
  ])('for %s', (_, rules, shortestMs, longestMs, livedMs) => {
    it.each(ARRIVALS)('holds within a fifth while %s', async (_, arrivalMs) => {
      const lengths = fc.sample(fc.noBias(fc.integer({ min: shortestMs, max: longestMs })), STRANGERS);
      let i = 0;
      const waits = await pressByThousand(rules, () => lengths[i++ % STRANGERS] ?? 0, livedMs, arrivalMs);
      expect(waits.length).toBeGreaterThan(STRANGERS);
      expect(waits.filter(isTrue).length / waits.length).toBeGreaterThanOrEqual(LEAST_TRUE_SHARE);
    });
  });
});
