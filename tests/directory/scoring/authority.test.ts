import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/directory/duration.ts';
import { authorityOf, explainAuthority, reachOf } from '../../../src/directory/scoring/authority.ts';
import { freshnessOf } from '../../../src/directory/scoring/freshness.ts';
import { tierOf } from '../../../src/directory/scoring/tier.ts';
import { trustOf } from '../../../src/directory/scoring/trust.ts';
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
  ])('rank %s gives %i', (rank, reach) => expect(reachOf(rank)).toBe(reach));
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
  ])('%d days after a change is %i', (days, freshness) =>
    expect(freshnessOf(later(0), later(days * DAY_MS))).toBe(freshness),
  );
  it('is unknown while no change is known', () => expect(freshnessOf(null, later(0))).toBeNull());
});

describe('trust', () => {
  const week = '2026-W44';
  const unknown = { tls_valid: null, cross_domain_redirect: null, uptime: [], registered_at: null };
  it.each([
    ['nothing known', unknown, null],
    ['TLS alone', { ...unknown, tls_valid: true }, 100],
    ['bad TLS alone', { ...unknown, tls_valid: false }, 0],
    ['TLS and a redirect away', { ...unknown, tls_valid: true, cross_domain_redirect: true }, 60],
    ['half of the visits', { ...unknown, uptime: [{ week, ok: 1, total: 2 }] }, 50],
    ['five years old', { ...unknown, registered_at: '2021-11-01T00:00:00.000Z' }, 50],
    ['older than the web', { ...unknown, registered_at: '1985-01-01T00:00:00.000Z' }, 100],
    ['registered tomorrow', { ...unknown, registered_at: later(DAY_MS) }, 0],
    [
      'all known and middling',
      {
        tls_valid: true,
        cross_domain_redirect: false,
        uptime: [{ week, ok: 9, total: 10 }],
        registered_at: '2021-11-01T00:00:00.000Z',
      },
      87,
    ],
  ])('%s', (_, facts, trust) => expect(trustOf(facts, later(0))).toBe(trust));
});

describe('authority', () => {
  it.each([
    [{ reach: 100, trust: 100, quality: 100, freshness: 100 }, false, 100],
    [{ reach: 100, trust: 100, quality: 100, freshness: 100 }, true, 100],
    [{ reach: 0, trust: 100, quality: 100, freshness: 100 }, false, 60],
    [{ reach: 0, trust: 100, quality: 100, freshness: 100 }, true, 75],
    [{ reach: 50, trust: 75, quality: 90, freshness: 40 }, false, 66],
    [{ reach: 0, trust: null, quality: 0, freshness: null }, false, 0],
    [{ reach: 0, trust: 0, quality: 0, freshness: 5 }, false, 1],
  ])('%j, verified %s: %i', (components, verified, authority) =>
    expect(authorityOf(components, verified)).toBe(authority),
  );

  it('is explained by four parts, a bonus and their sum, which is the score itself', () => {
    const percent = fc.option(fc.integer({ min: 0, max: 100 }), { nil: null });
    const components = fc.record({ reach: percent, trust: percent, quality: percent, freshness: percent });
    fc.assert(
      fc.property(components, fc.boolean(), (values, verified) => {
        const authority = authorityOf(values, verified);
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
  ] as const)('%s, %s, authority %s, verified %s: %s', (rejection, status, authority, verified, tier) => {
    expect(tierOf({ rejection, status, authority, verified })).toBe(tier);
  });
});
