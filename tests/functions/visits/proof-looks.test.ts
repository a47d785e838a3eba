import { describe, expect, it } from 'vitest';
import { createProofLooks } from '../../../functions/visits/proof-looks.ts';
import { LOOK_SLOTS } from '../../../src/operations/quotas.ts';
import { FairSlots } from '../../../src/runtime/fair-slots.ts';
import { toLook } from '../../ownership/to-look.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { useTestStore } from '../../store/use-test-store.ts';

const opened = useTestStore(openEmbeddedTestStore);

/**
 * Creates searches of a web that first fails the given number of times. Time advances while a process waits. `answers` delays
 * each search.
 */
function looksAt(failures = 0, rules = LOOK_SLOTS, answers: (domain: string) => Promise<void> = async () => {}) {
  const counts = { looks: 0, sleeps: 0 };
  const networks: string[] = [];
  const looks = createProofLooks({
    store: opened.store,
    look: async ({ domain }, network) => {
      counts.looks += 1;
      networks.push(network);
      if (counts.looks <= failures) throw new Error('aborted');
      await answers(domain);
      return toLook(domain, []);
    },
    slots: new FairSlots(rules, () => opened.clock.now),
    sleep: async (ms) => {
      counts.sleeps += 1;
      opened.clock.now += ms;
    },
  });
  return { counts, networks, look: (domain: string, network = 'a') => looks({ domain, llmsTxt: null }, network) };
}

describe('search for the proofs of a site', () => {
  it('serves all callers while it runs and for ten seconds afterwards', async () => {
    const { counts, look } = looksAt();
    const together = await Promise.all(Array.from({ length: 20 }, () => look('one.com')));
    expect(together.map(({ isEarlier }) => isEarlier)).toEqual(Array.from({ length: 20 }, () => false));
    opened.clock.now += 9_999;
    expect(await looksAt().look('one.com')).toMatchObject({ isEarlier: true, nextInS: 1 });
    expect(counts.looks).toBe(1);
    opened.clock.now += 1;
    expect(await look('one.com')).toMatchObject({ isEarlier: false, nextInS: 10 });
    expect(counts.looks).toBe(2);
  });

  it('serves only one caller if it fails', async () => {
    const { counts, networks, look } = looksAt(1);
    await expect(look('two.com', 'a network')).rejects.toThrow('aborted');
    expect(await look('two.com', 'b')).toMatchObject({ isEarlier: false });
    expect(networks).toEqual(['a network', 'b']);
    expect(counts).toEqual({ looks: 2, sleeps: 0 });
  });

  it('moves to another process after the lease of a dead process', async () => {
    expect(await opened.store.takeProofLook('three.com', 15_000)).toHaveProperty('lease');
    const { counts, look } = looksAt();
    expect(await look('three.com')).toMatchObject({ isEarlier: false });
    expect(counts).toEqual({ looks: 1, sleeps: 50 });
  });

  it('changes nothing after its lease', async () => {
    const taken = await opened.store.takeProofLook('four.com', 1_000);
    opened.clock.now += 1_000;
    const { look } = looksAt();
    await look('four.com');
    const lease = 'lease' in taken ? taken.lease : '';
    await opened.store.finishProofLook('four.com', lease, toLook('four.com', ['TOKEN']), 10_000);
    expect((await look('four.com')).look.dns[0]?.tokens).toEqual([]);
  });

  it('refuses a third search of a network with a wait', async () => {
    const gate = Promise.withResolvers<void>();
    const { look } = looksAt(0, LOOK_SLOTS, () => gate.promise);
    const looking = [look('seven.com'), look('eight.com'), look('eight.com')];
    await expect(look('nine.com')).rejects.toMatchObject({ code: 'rate.limited', retryAfterS: 2 });
    const other = look('nine.com', 'b');
    gate.resolve();
    await Promise.all([...looking, other]);
  });

  it('expires after its time', async () => {
    const { look } = looksAt();
    await look('five.com');
    opened.clock.now += 3_600_000;
    await look('six.com');
    expect(await opened.query('select domain from directory.proof_looks')).toEqual([{ domain: 'six.com' }]);
  });

  it('lets an owner wait separately from an earlier stranger', async () => {
    const gates = new Map(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.com`, Promise.withResolvers<void>()]));
    const rules = { slots: 5, perNetwork: 2, turnMs: 60_000, maxWaitMs: 600_000 };
    const begun: string[] = [];
    const { look } = looksAt(0, rules, async (domain) => {
      begun.push(domain);
      await gates.get(domain)?.promise;
    });
    const looking = ['a', 'b', 'c', 'd', 'e'].map((network) => look(`${network}.com`, network));
    looking.push(look('ten.com', 'a'), look('ten.com', 'owner'), look('eleven.com', 'late'));
    await expect.poll(() => begun.length).toBe(5);
    gates.get('b.com')?.resolve();
    await expect.poll(() => begun[5]).toBe('ten.com');
    for (const gate of gates.values()) gate.resolve();
    await Promise.all(looking);
  });
});
