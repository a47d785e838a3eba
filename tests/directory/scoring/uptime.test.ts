import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/directory/duration.ts';
import { computeUptime, recordVisit, toWeek } from '../../../src/directory/scoring/uptime.ts';
import { type Uptime, uptimeSchema } from '../../../src/directory/state.ts';
import { later } from '../a-site.ts';

describe('ISO weeks', () => {
  it.each([
    ['2026-01-01T00:00:00.000Z', '2026-W01'],
    ['2025-12-29T00:00:00.000Z', '2026-W01'],
    ['2027-01-01T23:59:59.999Z', '2026-W53'],
    ['2027-01-04T00:00:00.000Z', '2027-W01'],
    ['2024-12-30T00:00:00.000Z', '2025-W01'],
    ['2026-11-20T12:00:00.000Z', '2026-W47'],
  ])('assigns %s to %s', (at, week) => expect(toWeek(at)).toBe(week));
});

describe('uptime', () => {
  const daily = (answers: readonly boolean[]): Uptime =>
    answers.reduce<Uptime>((all, ok, day) => recordVisit(all, later(day * DAY_MS), ok), []);
  const longAgo = later(-1_000 * DAY_MS);

  it('drops weeks older than 13 weeks, and always fits its row', () => {
    let uptime: Uptime = [];
    for (let day = 0; day < 400; day++) {
      uptime = recordVisit(uptime, later(day * DAY_MS), day >= 200);
      uptimeSchema.parse(uptime);
    }
    expect(uptime).toHaveLength(13);
    expect(computeUptime(uptime, later(0), later(399 * DAY_MS))).toBe(1);
  });
  it('equals the share of answered visits', () => {
    const three = daily([true, true, false]);
    expect(computeUptime(three, longAgo, later(3 * DAY_MS))).toBeCloseTo(2 / 3);
    expect(computeUptime(three, longAgo, later(200 * DAY_MS))).toBe(0);
    expect(computeUptime([], longAgo, later(0))).toBe(0);
  });
  it.each([
    [0, 0],
    [1, 1 / 90],
    [45, 0.5],
    [90, 1],
    [500, 1],
  ])('counts the days before the first visit as down: %i days give %d', (days, uptime) => {
    const visits = recordVisit([], later(days * DAY_MS), true);
    expect(computeUptime(visits, later(0), later(days * DAY_MS))).toBeCloseTo(uptime);
  });
});
