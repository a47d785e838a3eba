import { describe, expect, it } from 'vitest';
import { newProof } from '../../src/ownership/proof.ts';
import { leaseOne } from '../store/lease-one.ts';
import { DAY, LISTED, MINUTE, T0, visitOf } from '../store/sample-visit.ts';
import { useTestStore } from '../store/use-test-store.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Repeats tests of the embedded database, because its calls never run concurrently. */
describe.runIf(findPostgrest() !== null)('concurrent requests of owners', () => {
  const opened = useTestStore(openStackTestStore);

  const verify = async (domain: string, generation: number, keyHash: string) => {
    const { basis } = await opened.store.getClaimStanding(domain);
    if (!basis) throw new Error('not tracked');
    return await opened.store.verifyOwner({
      domain,
      generation,
      basis,
      authority: null,
      tier: null,
      proof: newProof('dns', TOKEN),
      keyHash,
    });
  };

  it('gives exactly one key for fifty redemptions of one proof', async () => {
    await opened.store.track(['one.com']);
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        // Repeat after a concurrent change of the row, like the operation.
        for (;;) {
          const result = await verify('one.com', 0, `hash ${i}`);
          if (result !== 'changed') return result;
        }
      }),
    );
    expect(results.filter((result) => result === 'verified')).toHaveLength(1);
    expect(results.filter((result) => result === 'used')).toHaveLength(49);
    expect((await opened.store.getClaimStanding('one.com')).generation).toBe(1);
    const found = await Promise.all(Array.from({ length: 50 }, (_, i) => opened.store.findKey(`hash ${i}`)));
    expect(found.filter((key) => key !== null)).toHaveLength(1);
  });

  it('combines twenty recrawls', async () => {
    await opened.store.track(['two.com']);
    const taken = await Promise.all(Array.from({ length: 20 }, () => opened.store.takeRecrawl('two.com', 600)));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(1);
  });

  it('keeps edits of different members, and exact counters', async () => {
    await opened.store.track(['three.com']);
    const edits = [
      { description: 'a' },
      { contact: 'b' },
      { tags: ['c', 'd'] },
      { nested_llms_txt: ['https://three.com/x'] },
    ];
    await Promise.all(
      Array.from({ length: 5 }, () => edits)
        .flat()
        .map((edit) => opened.store.updateProfile('three.com', edit, 'whsec_x')),
    );
    expect(await opened.store.lookup('three.com')).toMatchObject(Object.assign({}, ...edits));
    expect(await opened.store.verifyCounters()).toEqual([]);
  });

  it('leases each of a hundred messages to one of ten senders', async () => {
    await opened.store.track(['four.com']);
    await opened.store.updateProfile('four.com', { webhook_url: 'https://hooks.com/' }, 'whsec_x');
    await opened.store.openRun({ id: 'run', kind: 'on-demand' });
    const claimed = await leaseOne(opened.store, 'four.com');
    const alerts = Array.from({ length: 100 }, () => ({ type: 'llms_txt.broken' as const, data: {} }));
    await opened.store.apply(visitOf(claimed, 'run', T0, LISTED, { alerts }));
    opened.clock.now = T0 + DAY;
    const shares = await Promise.all(
      Array.from({ length: 10 }, () => opened.store.leaseDeliveries(16, MINUTE, ['webhook'])),
    );
    const held = shares.flat().map(({ delivery }) => delivery);
    expect(held).toHaveLength(100);
    expect(new Set(held).size).toBe(100);
  });
});
