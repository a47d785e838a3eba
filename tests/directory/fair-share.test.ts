import { describe, expect, it } from 'vitest';
import { mayTake, toNetwork } from '../../src/directory/fair-share.ts';

describe('a shared budget', () => {
  const QUOTA = 1_000;

  it.each([
    ['any network until a fifth is left', QUOTA, { total: 799, own: 799 }, { total: 800, own: 800 }],
    [
      'from the last fifth a network that has used less than a hundredth',
      QUOTA,
      { total: 800, own: 9 },
      { total: 800, own: 10 },
    ],
    ['a new network until nothing is left', QUOTA, { total: 999, own: 0 }, { total: 1_000, own: 0 }],
    ['all of a budget that is too small for a reserve', 2, { total: 1, own: 1 }, { total: 2, own: 1 }],
  ])('serves %s', (_, quota, served, refused) => {
    expect([mayTake(quota, served), mayTake(quota, refused)]).toEqual([true, false]);
  });

  it.each([100, 1_000])('keeps a reserve if %i networks use their full share', (networks) => {
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

describe('network of a client', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:7:ffff::/64', '2001:db8:7::/48'],
    ['0:0:0:0::/64', '0:0:0::/48'],
  ])('counts %s for %s', (client, network) => {
    expect(toNetwork(client)).toBe(network);
  });
});
