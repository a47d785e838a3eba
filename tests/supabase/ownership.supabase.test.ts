import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createProofLooks } from '../../functions/visits/proof-looks.ts';
import { LOOK_SLOTS } from '../../src/operations/quotas.ts';
import { newProof } from '../../src/ownership/proof.ts';
import { FairSlots } from '../../src/runtime/fair-slots.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { lookOf } from '../ownership/look-of.ts';
import { leaseOne } from '../store/lease-one.ts';
import { DAY, LISTED, MINUTE, T0, visitOf } from '../store/sample-visit.ts';
import type { TestStore } from '../store/test-store.ts';
import { useTestStore } from '../store/use-test-store.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

const hasPostgrest = findPostgrest() !== null;
const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Repeats tests of the embedded database, because its calls never run concurrently. */
describe.runIf(hasPostgrest)('concurrent requests of owners', () => {
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

  it('searches once for the proofs of a site on two servers, and gives one key', async () => {
    const { send, published, looks } = serveTwice(opened);
    const domain = 'shared.com';
    const { token, verify_endpoint } = await (await send(0)('GET', `/v1/sites/${domain}/verification`)).json();
    published.set(domain, [token]);
    const { pathname, search } = new URL(verify_endpoint);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        // Send every third request from a stranger.
        const fields = { 'x-forwarded-for': i % 3 === 0 ? `198.51.${i}.7` : '192.0.2.1' };
        const path = i % 3 === 0 ? pathname : `${pathname}${search}`;
        const response = await send(i % 2)('POST', path, undefined, fields);
        return { status: response.status, key: (await response.json()).api_key ?? null };
      }),
    );
    expect(looks.length).toBeLessThanOrEqual(2);
    expect(statuses.flatMap(({ status }, i) => (i % 3 === 0 ? status : []))).toEqual([422, 422, 422, 422]);
    const keys = statuses.flatMap(({ key }) => key ?? []);
    expect(new Set(keys).size).toBe(1);
    // The holder of the claim gets the key and one repeat.
    expect(keys.length).toBeLessThanOrEqual(2);
    expect((await opened.store.getClaimStanding(domain)).generation).toBe(1);
    const again = await Promise.all([0, 1].map((i) => send(i)('POST', `${pathname}${search}`)));
    expect(keys.length + again.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
  });

  it('shares searches and hourly attempts between two servers', async () => {
    const { send, looks } = serveTwice(opened);
    const path = '/v1/sites/budget.com/verify';
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await send(i % 2)('POST', path)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429]);
    expect(looks).toEqual(['budget.com']);
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

/** Starts two servers over one database, with the published tokens of a test web. */
function serveTwice({ store }: TestStore) {
  const published = new Map<string, readonly string[]>();
  const looks: string[] = [];
  const servers = [0, 1].map(() =>
    serveFake(store, {
      limiter: { take: () => ({ allowed: true, states: [] }) },
      lookForProofs: createProofLooks({
        store,
        look: async ({ domain }) => {
          looks.push(domain);
          await setTimeout(50);
          return lookOf(domain, published.get(domain) ?? []);
        },
        slots: new FairSlots(LOOK_SLOTS, Date.now),
        sleep: (ms) => setTimeout(ms),
      }),
    }),
  );
  const send = (i: number) => {
    const server = servers[i];
    if (!server) throw new Error('no such server');
    return server.send;
  };
  return { send, published, looks };
}
