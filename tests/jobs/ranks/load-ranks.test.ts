import { beforeEach, describe, expect, it } from 'vitest';
import { computeAuthority, computeReach } from '../../../src/directory/scoring/authority.ts';
import type { DomainState } from '../../../src/directory/state.ts';
import { loadRanks } from '../../../src/jobs/ranks/load-ranks.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { leaseOne } from '../../store/lease-one.ts';
import { DAY, LISTED, toVisit } from '../../store/sample-visit.ts';
import { useEmptyStore } from '../../store/use-test-store.ts';
import { visitAll } from '../../store/visit-all.ts';

const test = useEmptyStore(openEmbeddedTestStore);
beforeEach(async () => {
  await test.store.setRankList(0);
  await test.store.openRun({ id: 'run', kind: 'scheduled' });
});

const list = (entries: Readonly<Record<string, number>>) =>
  Buffer.from(
    Object.entries(entries)
      .map(([domain, rank]) => `${rank},${domain}\n`)
      .join(''),
  );
const visited = (domain: string, next: Partial<DomainState>) =>
  visitAll(test.store, [domain], test.clock.now, () => [next]);
const components = { reach: 0, trust: 80, quality: 90, freshness: 100 };
const scored = (over: Partial<DomainState> = {}) => ({ ...LISTED, components, authority: 53, ...over });

describe('a list of ranks', () => {
  it('gives tracked domains their rank, and the score that follows, without a visit', async () => {
    await visited('a.example', scored());
    await visited('b.example', scored());
    expect(await loadRanks(test.store, list({ 'a.example': 100, 'other.example': 1 }))).toEqual({
      entries: 2,
      refused: 0,
      changed: 1,
    });
    const detail = await test.store.getDetail('a.example');
    const reach = computeReach(100);
    expect(detail).toMatchObject({
      facts: { rank: 100, authority: computeAuthority({ ...components, reach }, false), tier: 'featured' },
      components: { ...components, reach },
    });
    expect(detail?.history.at(-1)).toMatchObject({ reach, authority: detail?.facts.authority });
    expect(await test.store.lookup('b.example')).toMatchObject({ rank: null, authority: 53 });
    expect(await test.store.verifyCounters()).toEqual([]);
  });

  it('ranks a domain tracked later on the next load, and stores no other name', async () => {
    const ranks = list({ 'late.example': 7, 'other.example': 8 });
    await loadRanks(test.store, ranks);
    await test.store.track(['late.example']);
    expect(await test.store.lookup('late.example')).toMatchObject({ rank: null });
    expect(await loadRanks(test.store, ranks)).toMatchObject({ changed: 1 });
    expect(await test.store.lookup('late.example')).toMatchObject({ rank: 7 });
    expect(await test.store.listRanks(null)).toEqual({ entries: 2, cursor: null, ranks: [['late.example', 7]] });
  });

  it('fails with less than 0.9 of the last number of entries unless forced, and always without entries', async () => {
    await test.store.track(['a.example']);
    const long = (n: number) => list(Object.fromEntries(Array.from({ length: n }, (_, i) => [`x${i}.example`, 2 + i])));
    const cut = Buffer.concat([list({ 'a.example': 1 }), long(88)]);
    await loadRanks(test.store, long(100));
    await expect(loadRanks(test.store, cut)).rejects.toThrow('it has 89 of the 100 entries of the last list');
    expect(await test.store.lookup('a.example')).toMatchObject({ rank: null });
    expect(await loadRanks(test.store, Buffer.concat([cut, list({ 'y.example': 99 })]))).toMatchObject({ entries: 90 });
    const errorPage = Buffer.from('<html>503</html>');
    await expect(loadRanks(test.store, errorPage, { force: true })).rejects.toThrow('no line "rank,domain"');
    expect(await loadRanks(test.store, list({ 'a.example': 5 }), { force: true })).toMatchObject({ changed: 1 });
    expect(await loadRanks(test.store, list({ 'a.example': 6 }))).toMatchObject({ changed: 1 });
  });

  it('removes the rank of domains that left the list', async () => {
    await visited('a.example', scored());
    await loadRanks(test.store, list({ 'a.example': 10 }));
    const before = (await test.store.lookup('a.example'))?.authority ?? 0;
    expect(await loadRanks(test.store, list({ 'b.example': 10 }))).toMatchObject({ changed: 1 });
    expect(await test.store.lookup('a.example')).toMatchObject({ rank: null, authority: 53 });
    expect(before).toBeGreaterThan(53);
  });

  it('changes nothing and marks no page as changed if equal', async () => {
    await visited('a.example', scored());
    await loadRanks(test.store, list({ 'a.example': 10 }));
    const { cursor } = await test.store.listChanges(null, 100);
    expect(await loadRanks(test.store, list({ 'a.example': 10 }))).toMatchObject({ changed: 0 });
    expect((await test.store.listChanges(cursor, 100)).changes).toEqual([]);
  });

  it('keeps the score of an unreachable, a pending and an unscored site', async () => {
    await visited('down.example', scored({ status: 'unreachable', tier: 'unlisted' }));
    await test.store.track(['new.example']);
    await visited('bad.example', { status: 'invalid', tier: 'unlisted' });
    await loadRanks(test.store, list({ 'down.example': 1, 'new.example': 1, 'bad.example': 1 }));
    expect(await test.store.lookup('down.example')).toMatchObject({ rank: 1, authority: 53, tier: 'unlisted' });
    expect(await test.store.lookup('new.example')).toMatchObject({ rank: 1, authority: null, tier: null });
    expect(await test.store.lookup('bad.example')).toMatchObject({ rank: 1, authority: null, tier: 'unlisted' });
  });

  it('uses the best rank of a domain with two entries', async () => {
    await test.store.track(['a.example']);
    await loadRanks(test.store, Buffer.from('5,a.example\n3,www.a.example\n9,a.example\n'));
    expect(await test.store.lookup('a.example')).toMatchObject({ rank: 3 });
  });

  it('updates a concurrently changed row in the next round', async () => {
    await visited('a.example', scored());
    let edits = 0;
    const store = {
      ...test.store,
      writeRanks: async (ranks: Parameters<typeof test.store.writeRanks>[0]) => {
        edits += 1;
        if (edits === 1) await test.query("update directory.domains set quality = 80 where domain = 'a.example'");
        return await test.store.writeRanks(ranks);
      },
    };
    expect(await loadRanks(store, list({ 'a.example': 100 }))).toMatchObject({ changed: 1 });
    expect(edits).toBe(2);
    expect(await test.store.lookup('a.example')).toMatchObject({ rank: 100 });
  });

  it('makes a running visit use the new rank', async () => {
    await visited('a.example', scored());
    test.clock.now += DAY;
    const leased = await leaseOne(test.store, 'a.example');
    await loadRanks(test.store, list({ 'a.example': 100 }));
    const stale = await test.store.apply(toVisit(leased, 'run', test.clock.now, {}));
    expect(stale).toMatchObject({ result: 'stale', state: { rank: 100 } });
  });
});
