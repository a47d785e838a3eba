import { describe, expect, it } from 'vitest';
import { createPacing, HostBusyError, type Turn, toNetworkPacing } from '../../src/fetch/pacing.ts';
import { manualClock } from './manual-clock.ts';

const NEVER = new AbortController().signal;

async function taker(promise: Promise<Turn>) {
  const state: { turn: Turn | null } = { turn: null };
  promise.then(
    (turn) => {
      state.turn = turn;
    },
    () => {},
  );
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
  return state;
}

/** Creates a pacing with a pause of a second, on a clock of the test. */
function pace(options: Partial<Parameters<typeof createPacing>[0]> = {}) {
  const time = manualClock();
  return { time, pacing: createPacing({ gapMs: 1_000, ...time, ...options }) };
}

describe('pacing', () => {
  it('gives a host to one visitor at a time, a second apart, in order', async () => {
    const { time, pacing } = pace();
    const first = await taker(pacing.takeTurn('a.example', ['1.1.1.1'], NEVER));
    const second = await taker(pacing.takeTurn('a.example', ['1.1.1.1'], NEVER));
    const third = await taker(pacing.takeTurn('a.example', ['1.1.1.1'], NEVER));
    expect([first, second, third].map(({ turn }) => turn !== null)).toEqual([true, false, false]);
    await time.move(60_000);
    expect(second.turn).toBeNull();
    first.turn?.release();
    await time.move(999);
    expect(second.turn).toBeNull();
    await time.move(1);
    expect(second.turn).not.toBeNull();
    expect(third.turn).toBeNull();
    second.turn?.release();
    await time.move(1_000);
    expect(third.turn).not.toBeNull();
  });

  it('gives an address to one visitor at a time, for any host', async () => {
    const { time, pacing } = pace();
    const first = await taker(pacing.takeTurn('a.example', ['1.1.1.1'], NEVER));
    const second = await taker(pacing.takeTurn('b.example', ['1.1.1.1'], NEVER));
    const elsewhere = await taker(pacing.takeTurn('c.example', ['2.2.2.2'], NEVER));
    expect(second.turn).toBeNull();
    expect(elsewhere.turn?.address).toBe('2.2.2.2');
    first.turn?.release();
    await time.move(1_000);
    expect(second.turn).not.toBeNull();
  });

  it('takes a free address', async () => {
    const { pacing } = pace();
    await taker(pacing.takeTurn('a.example', ['1.1.1.1', '2.2.2.2'], NEVER));
    const second = await taker(pacing.takeTurn('b.example', ['1.1.1.1', '2.2.2.2'], NEVER));
    expect(second.turn?.address).toBe('2.2.2.2');
  });

  it('removes an aborted caller from the queue', async () => {
    const { time, pacing } = pace();
    const first = await taker(pacing.takeTurn('a.example', [], NEVER));
    const leaving = new AbortController();
    const second = pacing.takeTurn('a.example', [], leaving.signal);
    const third = await taker(pacing.takeTurn('a.example', [], NEVER));
    leaving.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    first.turn?.release();
    await time.move(1_000);
    expect(third.turn).not.toBeNull();
  });

  it('releases the host if the wait for its address is aborted', async () => {
    const { time, pacing } = pace();
    await taker(pacing.takeTurn('a.example', ['1.1.1.1'], NEVER));
    const leaving = new AbortController();
    const second = await taker(pacing.takeTurn('b.example', ['1.1.1.1'], leaving.signal));
    leaving.abort(new Error('enough'));
    await time.move(1_000);
    expect(second.turn).toBeNull();
    const other = await taker(pacing.takeTurn('b.example', ['2.2.2.2'], NEVER));
    expect(other.turn).not.toBeNull();
  });

  it('continues if the clock moves back a day', async () => {
    const { time, pacing } = pace();
    const first = await taker(pacing.takeTurn('a.example', [], NEVER));
    first.turn?.release();
    await time.move(-86_400_000);
    const second = await taker(pacing.takeTurn('a.example', [], NEVER));
    await time.move(1_000);
    expect(second.turn).not.toBeNull();
  });

  it('does not wait with a gap of 0', async () => {
    const { time, pacing } = pace({ gapMs: 0 });
    const first = await taker(pacing.takeTurn('a.example', ['1.1.1.1'], NEVER));
    first.turn?.release();
    const second = await taker(pacing.takeTurn('a.example', ['1.1.1.1'], NEVER));
    expect(second.turn).not.toBeNull();
    expect(time.waiting()).toBe(0);
  });

  it('limits open connections and serves callers in order', async () => {
    const { time, pacing } = pace({ gapMs: 0, maxOpen: 2 });
    const leaving = new AbortController();
    const turns = [];
    for (const host of ['a.example', 'b.example', 'c.example', 'd.example']) {
      turns.push(await taker(pacing.takeTurn(host, [], host.startsWith('c') ? leaving.signal : NEVER)));
    }
    const [a, b, c, d] = turns;
    expect(turns.map(({ turn }) => turn !== null)).toEqual([true, true, false, false]);
    leaving.abort(new Error('enough'));
    a?.turn?.release();
    await time.move(0);
    expect([c?.turn, d?.turn].map((turn) => turn !== null && turn !== undefined)).toEqual([false, true]);
    b?.turn?.release();
    d?.turn?.release();
    const again = await Promise.all([1, 2].map((i) => taker(pacing.takeTurn(`c${i}.example`, [], NEVER))));
    expect(again.map(({ turn }) => turn !== null)).toEqual([true, true]);
    // An aborted caller does not keep the host.
    again[0]?.turn?.release();
    expect((await taker(pacing.takeTurn('c.example', [], NEVER))).turn).not.toBeNull();
  });

  it('gives a free slot to the network with the fewest connections', async () => {
    const { time, pacing } = pace({ gapMs: 0, maxOpen: 4 });
    const stranger = toNetworkPacing(pacing, 'stranger');
    const crowd = [];
    for (let i = 0; i < 20; i++) crowd.push(await taker(stranger.takeTurn(`slow${i}.example`, [], NEVER)));
    const owner = toNetworkPacing(pacing, 'owner');
    const own = [];
    for (let i = 0; i < 3; i++) own.push(await taker(owner.takeTurn(`own${i}.example`, [], NEVER)));
    for (const { turn } of crowd.slice(0, 3)) {
      turn?.release();
      await time.move(0);
    }
    // Each network gets two slots, then the longest-waiting network gets one.
    expect(own.map(({ turn }) => turn !== null)).toEqual([true, true, false]);
    expect(crowd.filter(({ turn }) => turn !== null)).toHaveLength(5);
  });

  it('does not let callers of one address delay others', async () => {
    const { pacing } = pace({ maxOpen: 2 });
    const crowd = [];
    for (let i = 0; i < 50; i++) crowd.push(await taker(pacing.takeTurn(`h${i}.example`, ['1.1.1.1'], NEVER)));
    expect(crowd.filter(({ turn }) => turn !== null)).toHaveLength(1);
    expect((await taker(pacing.takeTurn('other.example', ['2.2.2.2'], NEVER))).turn).not.toBeNull();
  });

  it('lets networks take turns at an address, so that many domains of a stranger do not delay an owner', async () => {
    const { time, pacing } = pace();
    const stranger = toNetworkPacing(pacing, 'stranger');
    const owner = toNetworkPacing(pacing, 'owner');
    const order: string[] = [];
    const visit = (who: string, of: typeof pacing, host: string) =>
      of.takeTurn(host, ['1.1.1.1'], NEVER, 10_000).then((turn) => {
        order.push(who);
        turn.release();
      });
    const crowd = Array.from({ length: 11 }, (_, i) => visit('stranger', stranger, `h${i}.example`));
    await time.move(0);
    await expect(visit('stranger', stranger, 'late.example')).rejects.toBeInstanceOf(HostBusyError);
    const own = [visit('owner', owner, 'own.example'), visit('owner', owner, 'www.own.example')];
    await time.move(0);
    for (let second = 0; second < 13; second++) await time.move(1_000);
    await Promise.all([...crowd, ...own]);
    expect(order.slice(0, 6)).toEqual(['stranger', 'stranger', 'owner', 'stranger', 'owner', 'stranger']);
  });

  it('forgets a network whose callers have left', async () => {
    const { time, pacing } = pace();
    const first = await taker(pacing.takeTurn('a.example', [], NEVER));
    const leaving = new AbortController();
    const left = toNetworkPacing(pacing, 'left').takeTurn('a.example', [], leaving.signal);
    const next = await taker(toNetworkPacing(pacing, 'next').takeTurn('a.example', [], NEVER));
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    first.turn?.release();
    await time.move(1_000);
    expect(next.turn).not.toBeNull();
  });

  it('refuses long waits for an address, and spreads the retries', async () => {
    const { time, pacing } = pace();
    const retries: number[] = [];
    for (let i = 0; i < 40; i++) {
      pacing.takeTurn(`h${i}.example`, ['1.1.1.1'], NEVER, 30_000).then(
        () => {},
        (error: unknown) => {
          if (error instanceof HostBusyError) retries.push(error.postponeMs());
        },
      );
      await time.move(0);
    }
    expect(retries).toEqual(Array.from({ length: 9 }, (_, i) => 38_000 + 8_000 * i));
    // Another address is free, and a refused caller does not keep the host.
    expect((await taker(pacing.takeTurn('h39.example', ['2.2.2.2'], NEVER, 30_000))).turn).not.toBeNull();
  });

  it('refuses long waits for a host without reserving it', async () => {
    const { time, pacing } = pace();
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      pacing.takeTurn('a.example', [`1.1.1.${i}`], NEVER, 5_000).then(
        () => {},
        (error: unknown) => {
          if (error instanceof HostBusyError) waits.push(error.waitMs);
        },
      );
      await time.move(0);
    }
    expect(waits).toEqual(Array(6).fill(6_000));
  });

  it('admits half as many new visits as slots, and serves running visits first', async () => {
    const { time, pacing } = pace({ gapMs: 0, maxOpen: 2 });
    let begun = 0;
    for (let i = 0; i < 9; i++) pacing.waitForCapacity(NEVER).then(() => (begun += 1));
    await time.move(0);
    expect(begun).toBe(3);
    const first = await taker(pacing.takeTurn('a.example', [], NEVER));
    const second = await taker(pacing.takeTurn('b.example', [], NEVER));
    const third = await taker(pacing.takeTurn('c.example', [], NEVER));
    await time.move(1_000);
    expect(begun).toBe(3);
    first.turn?.release();
    await time.move(0);
    expect([begun, third.turn !== null]).toEqual([4, true]);
    second.turn?.release();
    await time.move(0);
    expect(begun).toBe(5);
    third.turn?.release();
    await time.move(0);
    expect(begun).toBe(6);
    // An admitted visit without requests blocks others only briefly.
    await time.move(100);
    expect(begun).toBe(9);
  });
});
