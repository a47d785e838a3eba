import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/directory/duration.ts';
import { computeAuthority, computeReach, explainAuthority } from '../../../src/directory/scoring/authority.ts';
import { computeFreshness } from '../../../src/directory/scoring/freshness.ts';
import { computeTier } from '../../../src/directory/scoring/tier.ts';
import { computeTrust } from '../../../src/directory/scoring/trust.ts';
import { aPendingSite, later } from '../a-site.ts';

describe('reach', () => {
  it.each([
    [1, 100],
    [10, 83],
    [100, 67],
    [1_000, 50],
    [10_000, 33],
    [100_000, 17],
    [999_999, 0],
    [1_000_000, 0],
    [5_000_000, 0],
    [null, 0],
  ])('turns rank %s into %i', (rank, reach) => expect(computeReach(rank)).toBe(reach));
});

describe('freshness', () => {
  it.each([
    [0, 100],
    [30, 100],
    [31, 100],
    [40, 97],
    [197.5, 50],
    [364, 0],
    [365, 0],
    [4_000, 0],
    [-3, 100],
  ])('turns %d days after a change into %i', (days, freshness) =>
    expect(computeFreshness(later(0), later(days * DAY_MS))).toBe(freshness),
  );
  it('stays unknown without a change', () => expect(computeFreshness(null, later(0))).toBeNull());
});

describe('trust', () => {
  const week = '2026-W44';
  const always = [{ week, ok: 2, total: 2 }];
  const unknown = {
    domain: 'bakery.com',
    tls_valid: null,
    cross_domain_redirect: null,
    uptime: [],
    registered_at: null,
    first_seen: later(0),
  };
  const good = { ...unknown, tls_valid: true, cross_domain_redirect: false, uptime: always };
  it.each([
    ['a site that was never visited', unknown, null],
    ['a site of today', good, 30],
    ['a site of today with a bad certificate', { ...good, tls_valid: false }, 10],
    ['a site of today that redirects away', { ...good, cross_domain_redirect: true }, 20],
    ['a site that is known for 90 days', { ...good, first_seen: later(-90 * DAY_MS) }, 71],
    ['half of the visits', { ...good, uptime: [{ week, ok: 1, total: 2 }], first_seen: later(-90 * DAY_MS) }, 51],
    ['a name of five years, known today', { ...good, registered_at: '2021-11-01T00:00:00.000Z' }, 45],
    ['a name older than the web, known today', { ...good, registered_at: '1985-01-01T00:00:00.000Z' }, 60],
    ['a name registered tomorrow', { ...good, registered_at: later(DAY_MS) }, 30],
    ['a name that no registry knows, known for ten years', { ...good, first_seen: later(-3_653 * DAY_MS) }, 100],
    [
      'a free subdomain, whatever its host is said to be',
      { ...good, domain: 'bakery.pages.dev', registered_at: '1985-01-01T00:00:00.000Z' },
      30,
    ],
    [
      'a name below a free subdomain',
      { ...good, domain: 'shop.bakery.github.io', registered_at: '1985-01-01T00:00:00.000Z' },
      30,
    ],
  ])('rates %s', (_, facts, trust) => expect(computeTrust(facts, later(0))).toBe(trust));
});

describe('authority', () => {
  it.each([
    [{ reach: 100, trust: 100, quality: 100, freshness: 100 }, false, 100],
    [{ reach: 100, trust: 100, quality: 100, freshness: 100 }, true, 100],
    [{ reach: 0, trust: 100, quality: 100, freshness: 100 }, false, 60],
    [{ reach: 0, trust: 100, quality: 100, freshness: 100 }, true, 75],
    [{ reach: 50, trust: 75, quality: 90, freshness: 40 }, false, 65],
    [{ reach: 0, trust: null, quality: 0, freshness: null }, false, 0],
    [{ reach: 0, trust: 0, quality: 0, freshness: 5 }, false, 1],
  ])('computes from %j, verified %s: %i', (components, verified, authority) =>
    expect(computeAuthority(components, verified)).toBe(authority),
  );

  it('equals the sum of its four explained parts and the bonus', () => {
    const percent = fc.option(fc.integer({ min: 0, max: 100 }), { nil: null });
    const components = fc.record({ reach: percent, trust: percent, quality: percent, freshness: percent });
    fc.assert(
      fc.property(components, fc.boolean(), (values, verified) => {
        const authority = computeAuthority(values, verified);
        const explained = explainAuthority({ ...aPendingSite(), components: values, verified, authority });
        const points = explained.parts.reduce((sum, part) => sum + part.points, 0);
        expect(explained.parts.map((part) => part.name)).toEqual(['reach', 'trust', 'quality', 'freshness']);
        expect(explained.parts.reduce((sum, part) => sum + part.weight, 0)).toBe(100);
        expect(Math.abs(points - explained.base)).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(Math.min(100, explained.base + explained.bonus)).toBe(authority);
        for (const part of explained.parts) expect(part.advice === null).toBe(part.value === 100);
      }),
    );
  });
});

describe('tier', () => {
  it.each([
    [null, 'pending', null, false, null],
    ['opt-out', 'pending', null, false, 'rejected'],
    ['block-list', 'valid', 100, true, 'rejected'],
    [null, 'invalid', 80, true, 'unlisted'],
    [null, 'unreachable', 80, true, 'unlisted'],
    [null, 'valid', 19, false, 'unlisted'],
    [null, 'valid', 20, false, 'listed'],
    [null, 'valid', 59, true, 'listed'],
    [null, 'valid', 60, true, 'featured'],
    [null, 'valid', 69, false, 'listed'],
    [null, 'valid', 70, false, 'featured'],
  ] as const)('maps %s, %s, authority %s, verified %s to %s', (rejection, status, authority, verified, tier) => {
    expect(computeTier({ rejection, status, authority, verified })).toBe(tier);
  });
});
