import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayTake } from '../../../src/directory/fair-share.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { useTestStore } from '../../store/use-test-store.ts';

const HOUR_MS = 3_600_000;

describe('counters of the API', () => {
  const opened = useTestStore(openEmbeddedTestStore);

  it('adds lookups per hour, per day and in total, for tracked domains only', async () => {
    const { store, clock, query } = opened;
    await store.track(['a.example', 'b.example']);
    clock.now = Date.parse('2026-11-20T22:30:00Z');
    await store.countLookups([
      { domain: 'b.example', count: 2 },
      { domain: 'a.example', count: 3 },
      { domain: 'a.example', count: 1 },
      { domain: 'unknown.example', count: 9 },
    ]);
    clock.now += 2 * HOUR_MS;
    await store.countLookups([{ domain: 'a.example', count: 5 }]);
    expect(await query('select domain, total::int from directory.lookup_totals order by 1')).toEqual([
      { domain: 'a.example', total: 9 },
      { domain: 'b.example', total: 2 },
    ]);
    expect(await query('select day::text, domain, count from directory.lookups_by_day order by 1, 2')).toEqual([
      { day: '2026-11-20', domain: 'a.example', count: 4 },
      { day: '2026-11-20', domain: 'b.example', count: 2 },
      { day: '2026-11-21', domain: 'a.example', count: 5 },
    ]);
    clock.now += 49 * HOUR_MS;
    await store.countLookups([]);
    expect(await query('select count(*)::int as hours from directory.lookups_by_hour')).toEqual([{ hours: 0 }]);
  });

  it('allows exactly the quota under concurrent requests', async () => {
    const { store } = opened;
    const listQuotas = (subject: string) => [
      { name: 'minute', quota: 10, windowS: 60, subject },
      { name: 'day', quota: 100, windowS: 86_400, subject },
    ];
    const taken = await Promise.all(Array.from({ length: 25 }, () => store.takeQuotas(listQuotas('client'))));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(10);
    // A refused request counts against no quota.
    expect(await store.takeQuotas(listQuotas('client'))).toEqual({
      allowed: false,
      standings: [
        { name: 'minute', open: false, remaining: 0, resetS: 60 },
        { name: 'day', open: true, remaining: 90, resetS: 86_400 },
      ],
    });
    expect((await store.takeQuotas(listQuotas('another'))).allowed).toBe(true);
  });

  it('keeps the last fifth of a shared quota for other networks until its window ends', async () => {
    const { store, clock } = opened;
    const take = async (network: string) =>
      (await store.takeQuotas([{ name: 'shared', quota: 10, windowS: 60, subject: 'all', network }])).allowed;
    const greedy = [];
    for (let i = 0; i < 9; i += 1) greedy.push(await take('greedy'));
    expect(greedy).toEqual([...Array(8).fill(true), false]);
    expect([await take('other'), await take('third')]).toEqual([true, true]);
    clock.now += 59_999;
    expect(await take('greedy')).toBe(false);
    clock.now += 1;
    expect(await take('greedy')).toBe(true);
  });

  it('decides a shared quota like the rule in TypeScript', async () => {
    const small = fc.integer({ min: 0, max: 120 });
    const cases = fc.sample(fc.record({ quota: small, total: small, own: fc.integer({ min: 0, max: 9 }) }), 2_000);
    const rows = await opened.query<{ open: boolean }>(
      `select directory.may_take(c.quota, c.total, c.own) as open
       from rows from (jsonb_to_recordset($1) as (quota int, total int, own int)) with ordinality c (quota, total, own, place)
       order by c.place`,
      [JSON.stringify(cases)],
    );
    const open = cases.map(({ quota, ...use }) => mayTake(quota, use));
    expect(rows.map((row) => row.open)).toEqual(open);
    expect(new Set(open).size).toBe(2);
  });
});
