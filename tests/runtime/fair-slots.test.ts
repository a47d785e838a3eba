import { describe, expect, it } from 'vitest';
import type { SlotRules } from '../../src/directory/fair-share.ts';
import { FairSlots, type SlotsTaken } from '../../src/runtime/fair-slots.ts';
import { VirtualTime } from '../virtual-time.ts';

const RULES: SlotRules = { slots: 5, perNetwork: 2, turnMs: 10_000, maxWaitMs: 30_000 };

function openSlots(rules: SlotRules = RULES) {
  const time = new VirtualTime();
  const slots = new FairSlots(rules, time.now, time.schedule);
  const begun: string[] = [];
  /** Runs a visit of the given ms. Resolves after the visit, or rejects without a slot. */
  const visit = async (network: string, ms: number) => {
    const release = await slots.take(network);
    begun.push(network);
    await new Promise<void>((resolve) => {
      time.schedule(ms, resolve);
    });
    release();
  };
  const computeWait = (visiting: Promise<void>) => visiting.then(() => null).catch((error: SlotsTaken) => error.waitMs);
  return { time, slots, begun, visit, waitOf: computeWait };
}

describe('pool of slots', () => {
  it('prefers the waiting network with the least use in the last hour', async () => {
    const { time, begun, visit } = openSlots();
    void visit('much', 9_000);
    await time.run(10_000);
    for (const network of ['a', 'b', 'c', 'd', 'e']) void visit(network, 5_000);
    void visit('much', 1_000);
    void visit('little', 1_000);
    await time.run(6_000);
    expect(begun.slice(6)).toEqual(['little', 'much']);
  });

  it('ignores use from two hours ago', async () => {
    const { time, begun, visit } = openSlots();
    void visit('much', 9_000);
    await time.run(2 * 3_600_000);
    for (const network of ['a', 'b', 'c', 'd', 'e']) void visit(network, 5_000);
    void visit('much', 1_000);
    void visit('little', 1_000);
    await time.run(6_000);
    expect(begun.slice(6)).toEqual(['much', 'little']);
  });

  it('reserves the last of five slots for a network without a slot', async () => {
    const { time, begun, visit } = openSlots();
    for (const network of ['a', 'a', 'b', 'b', 'c', 'c']) void visit(network, 8_000);
    await time.run(1_000);
    expect(begun).toEqual(['a', 'a', 'b', 'b', 'c']);
    await time.run(8_000);
    expect(begun).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('refuses a third visit of a network with a wait', async () => {
    const { time, visit, waitOf } = openSlots();
    for (let i = 0; i < 200; i += 1) {
      void visit('past', 4_000);
      await time.run(4_000);
    }
    void visit('a', 4_000);
    void visit('a', 4_000);
    await time.run(1_000);
    const waitMs = await waitOf(visit('a', 1));
    expect(waitMs).toBeGreaterThan(2_700);
    expect(waitMs).toBeLessThan(3_300);
  });

  it('frees the slot after a turn while the visit continues', async () => {
    const { time, begun, visit } = openSlots();
    for (const network of ['a', 'b', 'c', 'd', 'e']) void visit(network, 60_000);
    void visit('late', 1_000);
    await time.run(9_000);
    expect(begun).not.toContain('late');
    await time.run(2_000);
    expect(begun).toContain('late');
  });

  it('counts visits past their turn for their network', async () => {
    const { time, visit, waitOf } = openSlots();
    void visit('a', 60_000);
    void visit('a', 60_000);
    await time.run(20_000);
    expect(await waitOf(visit('a', 1))).not.toBeNull();
  });

  it('refuses a network above the longest wait and reserves its place', async () => {
    const { time, begun, visit, waitOf } = openSlots();
    const visitWhenTold = async (network: string) => {
      const waitMs = await waitOf(visit(network, 60_000));
      if (waitMs === null) return;
      await time.wait(waitMs);
      await visitWhenTold(network);
    };
    for (let i = 0; i < 30; i += 1) void visitWhenTold(`before ${i}`);
    const waitMs = (await waitOf(visit('told', 1))) ?? 0;
    expect(waitMs).toBeGreaterThan(30_000);
    for (let i = 0; i < 60; i += 1) {
      await time.run(waitMs / 60);
      void visitWhenTold(`after ${i}`);
    }
    void visit('told', 1);
    await time.run(waitMs / 5);
    expect(begun).toContain('told');
  });

  describe('with reserved places', () => {
    /**
     * Opens slots for a hundred networks that used nine tenths of a turn each, and one with less use. All come back after their
     * wait.
     */
    async function openPressed() {
      const { time, begun, visit, waitOf } = openSlots();
      const visitWhenTold = async (network: string) => {
        for (;;) {
          const waitMs = await waitOf(visit(network, 9_000));
          if (waitMs === null) return;
          await time.wait(waitMs);
        }
      };
      const crowd = Array.from({ length: 100 }, (_, i) => `crowd ${i}`);
      void visit('little', 1_000);
      for (const network of [...crowd, 'last']) {
        void visit(network, 9_000);
        await time.run(9_000);
      }
      for (const network of crowd) void visitWhenTold(network);
      const toldMs = (await waitOf(visit('last', 1))) ?? 0;
      begun.length = 0;
      return { time, begun, visit, waitOf, visitWhenTold, toldMs };
    }

    it('starts an unused network before the others', async () => {
      const { visit, waitOf, toldMs } = await openPressed();
      const waitMs = await waitOf(visit('new', 1));
      expect(waitMs ?? 0).toBeLessThan(toldMs / 2);
    });

    it('starts a used network after the others', async () => {
      const { visit, waitOf, toldMs } = await openPressed();
      const waitMs = await waitOf(visit('little', 1));
      expect(waitMs).toBeGreaterThanOrEqual(toldMs);
    });

    it('keeps reserved times while new networks arrive', async () => {
      const { time, begun, visit, visitWhenTold, toldMs } = await openPressed();
      void time.wait(toldMs).then(() => visit('last', 1));
      for (let i = 0; i < 200; i += 1) {
        void visitWhenTold(`new ${i}`);
        await time.run((toldMs * 1.2) / 200);
      }
      expect(begun).toContain('last');
      expect(begun.filter((network) => network.startsWith('new')).length).toBeGreaterThan(0);
    });
  });

  it('lets a caller leave the queue', async () => {
    const { time, slots, begun, visit } = openSlots();
    for (const network of ['a', 'b', 'c', 'd', 'e']) void visit(network, 5_000);
    const leaving = new AbortController();
    const taking = slots.take('gone', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(taking).rejects.toThrow('gone');
    void visit('next', 1);
    await time.run(6_000);
    expect(begun.at(-1)).toBe('next');
  });

  it('lets callers wait without limit by default', async () => {
    const { time, begun, visit } = openSlots({ slots: 1, perNetwork: 1, turnMs: 10_000 });
    for (let i = 0; i < 20; i += 1) void visit('a', 10_000);
    await time.run(100_000);
    void visit('b', 1);
    await time.run(11_000);
    expect(begun.indexOf('b')).toBeGreaterThan(9);
    expect(begun.indexOf('b')).toBeLessThan(13);
  });
});
