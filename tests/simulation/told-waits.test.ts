import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOOK_SLOTS, VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { FairSlots, SlotsTaken } from '../../src/runtime/fair-slots.ts';
import { VirtualTime } from '../virtual-time.ts';

const STRANGERS = 1_000;
/** A told wait is true if the caller gets a slot within this share of the wait, before or after. */
const TOLERANCE = 1 / 5;
const SECOND_MS = 1_000;

interface ToldWait {
  readonly toldMs: number;
  readonly tookMs: number;
  /** The caller got a slot at once when it came back after four fifths of the wait. */
  readonly isEarly: boolean;
}

const retryAfterMs = ({ waitMs }: SlotsTaken) => Math.max(1, Math.ceil(waitMs / SECOND_MS)) * SECOND_MS;

/**
 * A thousand networks ask without end, from one second on. Each comes back when it is told, but each tenth network comes back after
 * four fifths of that time. Returns the waits that they were told, with the time to the slot.
 */
async function pressByThousand(
  rules: typeof VISIT_SLOTS,
  visitsMs: readonly number[],
  livedMs: number,
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

  for (const [network, visitMs] of visitsMs.entries()) {
    time.schedule(network, async () => {
      for (;;) {
        const release = await takeSlot(network);
        await time.wait(visitMs);
        release();
      }
    });
  }
  await time.run(livedMs);
  return waits;
}

const isTrue = ({ toldMs, tookMs, isEarly }: ToldWait) => !isEarly && tookMs <= toldMs * (1 + TOLERANCE);

describe('the wait that one of a thousand networks is told', () => {
  it.each([
    ['checks that take a turn or more', VISIT_SLOTS, 8_000, 40_000, 1_200_000, 0.99],
    ['checks of all lengths', VISIT_SLOTS, 500, 40_000, 1_200_000, 0.9],
    ['looks at proofs', LOOK_SLOTS, 2_000, 33_000, 200_000, 0.99],
  ])(
    'is true within a fifth for %s',
    async (_, rules, shortestMs, longestMs, livedMs, leastShare) => {
      const visitsMs = fc.sample(fc.noBias(fc.integer({ min: shortestMs, max: longestMs })), STRANGERS);
      const waits = await pressByThousand(rules, visitsMs, livedMs);
      expect(waits.length).toBeGreaterThan(STRANGERS);
      const share = waits.filter(isTrue).length / waits.length;
      expect(share).toBeGreaterThanOrEqual(leastShare);
    },
    120_000,
  );
});
