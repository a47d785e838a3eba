import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/directory/duration.ts';
import { MAX_RETRY_AFTER_MS, scheduleVisit, type VisitResult } from '../../../src/directory/scoring/schedule.ts';
import type { Failure } from '../../../src/directory/state.ts';
import { later } from '../a-site.ts';

const calm: VisitResult = {
  intervalMs: DAY_MS,
  statusBefore: 'valid',
  status: 'valid',
  failure: null,
  changed: false,
  verified: false,
  retryAfterMs: null,
};
const NOW = Date.parse(later(0));
const plan = (over: Partial<VisitResult>, random = 0.5) => {
  const { intervalMs, dueAt } = scheduleVisit({ ...calm, ...over }, NOW, () => random);
  return { intervalMs, delayMs: Date.parse(dueAt) - NOW };
};
const failure = (kind: Failure['kind'], count = 1, since = later(0)): Failure => ({
  kind,
  count,
  since,
  last_at: later(0),
  reason: 'x',
});

describe('the next visit', () => {
  it.each<[string, Partial<VisitResult>, number]>([
    ['a day after the first', { intervalMs: null }, DAY_MS],
    ['half as long when the content changed', { changed: true }, DAY_MS / 2],
    ['one and a half times as long when it did not', {}, 1.5 * DAY_MS],
    ['never sooner than six hours', { intervalMs: 7 * HOUR_MS, changed: true }, 6 * HOUR_MS],
    ['never later than 14 days', { intervalMs: 13 * DAY_MS }, 14 * DAY_MS],
    ['within a day for a verified site', { intervalMs: 10 * DAY_MS, verified: true }, DAY_MS],
    ['when the site asked, if that is later', { retryAfterMs: 3 * DAY_MS }, 3 * DAY_MS],
    ['for a verified site too', { retryAfterMs: 3 * DAY_MS, verified: true }, 3 * DAY_MS],
    ['not when the site asked for sooner', { retryAfterMs: 10 }, 1.5 * DAY_MS],
    ['after 7 days at most when it asked for a century', { retryAfterMs: 1e14 }, MAX_RETRY_AFTER_MS],
    ['in 20 minutes after a first definitive failure', { failure: failure('definitive') }, 20 * MINUTE_MS],
    ['in an hour after a first timeout', { failure: failure('network') }, HOUR_MS],
    ['in six hours after a second', { failure: failure('network', 2) }, 6 * HOUR_MS],
    [
      'when a day is over after a third',
      { failure: failure('network', 3, later(-7 * HOUR_MS)) },
      17 * HOUR_MS + 5 * MINUTE_MS,
    ],
    ['in a day behind a wall', { failure: failure('blocked') }, DAY_MS],
    [
      'when the week is over behind a wall',
      { failure: failure('blocked', 7, later(-6.5 * DAY_MS)) },
      DAY_MS / 2 + 5 * MINUTE_MS,
    ],
    [
      'a day after the status changed',
      { statusBefore: 'valid', status: 'invalid', failure: failure('definitive', 2), intervalMs: 9 * DAY_MS },
      DAY_MS,
    ],
    [
      'ever later while it stays invalid',
      { statusBefore: 'invalid', status: 'invalid', failure: failure('definitive', 5), intervalMs: 4 * DAY_MS },
      6 * DAY_MS,
    ],
  ])('comes %s', (_, visit, delayMs) => {
    expect(plan(visit).delayMs).toBe(delayMs);
  });

  it.each([true, false])('falls on a whole millisecond, changed: %s', (changed) => {
    expect(plan({ intervalMs: 5 * DAY_MS + 1, changed }).intervalMs).toSatisfy(Number.isInteger);
  });

  it('keeps the interval after an undecided failure', () => {
    expect(plan({ failure: failure('network'), intervalMs: 3 * DAY_MS }).intervalMs).toBe(3 * DAY_MS);
  });

  it('stays within its bounds for any random number', () => {
    const visits = fc.record({
      intervalMs: fc.integer({ min: 6 * HOUR_MS, max: 14 * DAY_MS }),
      changed: fc.boolean(),
      verified: fc.boolean(),
      random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    fc.assert(
      fc.property(visits, ({ random, ...visit }) => {
        const { intervalMs, delayMs } = plan(visit, random);
        expect(delayMs).toBeGreaterThanOrEqual(6 * HOUR_MS);
        expect(delayMs).toBeLessThanOrEqual(visit.verified ? DAY_MS : 14 * DAY_MS);
        expect(intervalMs).toBeGreaterThanOrEqual(6 * HOUR_MS);
        expect(intervalMs).toBeLessThanOrEqual(14 * DAY_MS);
      }),
    );
  });
  it.each([0, 0.999])('follows a definitive failure after at least 15 minutes, jitter %d', (random) => {
    expect(plan({ failure: failure('definitive') }, random).delayMs).toBeGreaterThanOrEqual(15 * MINUTE_MS);
  });
});
