import { describe, expect, it } from 'vitest';
import { mayTake, networkOf } from '../../src/directory/fair-share.ts';

describe('a shared budget', () => {
  const QUOTA = 1_000;

  it('serves any network if more than a fifth is left', () => {
    expect(mayTake(QUOTA, { total: 799, own: 799 })).toBe(true);
    expect(mayTake(QUOTA, { total: 800, own: 800 })).toBe(false);
  });

  it('serves a network that has used less than a hundredth from the last fifth', () => {
    expect(mayTake(QUOTA, { total: 800, own: 9 })).toBe(true);
    expect(mayTake(QUOTA, { total: 800, own: 10 })).toBe(false);
  });

  it('serves a new network until nothing is left', () => {
    expect(mayTake(QUOTA, { total: 999, own: 0 })).toBe(true);
    expect(mayTake(QUOTA, { total: 999, own: 1 })).toBe(false);
    expect(mayTake(QUOTA, { total: 1_000, own: 0 })).toBe(false);
  });

  it('serves all of a budget that is too small for a reserve', () => {
    expect(mayTake(2, { total: 1, own: 1 })).toBe(true);
    expect(mayTake(0, { total: 0, own: 0 })).toBe(false);
  });

  it.each([100, 1_000])('keeps a rest if %i networks use their full share', (networks) => {
    const quota = 10_000;
    const own = Array.from({ length: networks }, () => 0);
    let total = 0;
    for (let isOpen = true; isOpen; ) {
      isOpen = false;
      for (const [i, used] of own.entries()) {
        if (!mayTake(quota, { total, own: used })) continue;
        own[i] = used + 1;
        total += 1;
        isOpen = true;
      }
    }
    expect(mayTake(quota, { total, own: 0 })).toBe(true);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:7:ffff::/64', '2001:db8:7::/48'],
    ['0:0:0:0::/64', '0:0:0::/48'],
  ])('counts %s for %s', (client, network) => {
    expect(networkOf(client)).toBe(network);
  });
});
