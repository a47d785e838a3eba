import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/directory/duration.ts';
import { recordVisit, uptimeRatio, weekOf } from '../../../src/directory/scoring/uptime.ts';
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
  ])('%s is in %s', (at, week) => expect(weekOf(at)).toBe(week));
});

describe('uptime', () => {
  it('forgets what is older than 13 weeks, and always fits its row', () => {
    let uptime: Uptime = [];
    for (let day = 0; day < 400; day++) {
      uptime = recordVisit(uptime, later(day * DAY_MS), day >= 200);
      uptimeSchema.parse(uptime);
    }
    expect(uptime).toHaveLength(13);
    expect(uptimeRatio(uptime, later(399 * DAY_MS))).toBe(1);
  });
  it('is the share of answered visits', () => {
    const three = [true, true, false].reduce<Uptime>((all, ok, day) => recordVisit(all, later(day * DAY_MS), ok), []);
    expect(uptimeRatio(three, later(3 * DAY_MS))).toBeCloseTo(2 / 3);
    expect(uptimeRatio(three, later(200 * DAY_MS))).toBeNull();
    expect(uptimeRatio([], later(0))).toBeNull();
  });
});
