import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProof } from '../../src/ownership/proof.ts';
import { DAY, LISTED, MINUTE, T0, visitOf } from '../store/sample-visit.ts';
import type { TestStore } from '../store/test-store.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

const hasPostgrest = findPostgrest() !== null;
const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The same promises as over the embedded database, where everything is in turn anyway. */
describe.runIf(hasPostgrest)('owners who come at once, over many connections', () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openStackTestStore();
  });
  afterAll(() => opened?.close());

  const verify = async (domain: string, generation: number, keyHash: string) => {
    const standing = await opened.store.getClaimStanding(domain);
    if (!standing) throw new Error('not tracked');
    return await opened.store.verifyOwner({
      domain,
      generation,
      basis: standing.basis,
      authority: null,
      tier: null,
      proof: newProof('dns', TOKEN),
      keyHash,
    });
  };

  it('fifty redemptions of one proof give exactly one key', async () => {
    await opened.store.track(['one.com']);
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        // A row that has changed meanwhile is computed again, as the operation does.
        for (;;) {
          const result = await verify('one.com', 0, `hash ${i}`);
          if (result !== 'changed') return result;
        }
      }),
    );
    expect(results.filter((result) => result === 'verified')).toHaveLength(1);
    expect(results.filter((result) => result === 'used')).toHaveLength(49);
    expect((await opened.store.getClaimStanding('one.com'))?.generation).toBe(1);
    const found = await Promise.all(Array.from({ length: 50 }, (_, i) => opened.store.findKey(`hash ${i}`)));
    expect(found.filter((key) => key !== null)).toHaveLength(1);
  });

  it('twenty recrawls are one', async () => {
    await opened.store.track(['two.com']);
    const taken = await Promise.all(Array.from({ length: 20 }, () => opened.store.takeRecrawl('two.com')));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(1);
  });

  it('edits of different members all stay, and the counters agree', async () => {
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

  it('ten senders share a hundred messages without holding one twice', async () => {
    await opened.store.track(['four.com']);
    await opened.store.updateProfile('four.com', { webhook_url: 'https://hooks.com/' }, 'whsec_x');
    await opened.store.openRun({ id: 'run', kind: 'on-demand' });
    const [claimed] = await opened.store.lease({
      run: 'run',
      worker: 'w',
      limit: 1,
      leaseMs: MINUTE,
      domains: ['four.com'],
    });
    if (!claimed) throw new Error('nothing to claim');
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
