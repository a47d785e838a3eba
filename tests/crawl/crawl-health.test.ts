import { describe, expect, it } from 'vitest';
import { takePulse } from '../../src/crawl/crawl-health.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const stats = (hoursAgo: number | null) => ({
  domains_tracked: 5,
  valid_llms_txt: 1,
  listed: 1,
  verified: 0,
  with_llms_full_txt: 0,
  pending: 0,
  last_checked: hoursAgo === null ? null : new Date(NOW - hoursAgo * HOUR_MS).toISOString(),
});

describe('the directory', () => {
  const cases: readonly (readonly [string, number | null, number, boolean])[] = [
    ['is alive when somebody was visited lately', 1, 900, true],
    ['is alive when nothing is due', 30, 0, true],
    ['is alive when it is empty', null, 0, true],
    ['is dead when visits are due and the last one was long ago', 30, 1, false],
    ['is dead when visits are due and there never was one', null, 7, false],
  ];
  for (const [what, hoursAgo, due, alive] of cases) {
    it(what, async () => {
      const store = { stats: async () => stats(hoursAgo), countDue: async () => due };
      const pulse = await takePulse(store, NOW, 6 * HOUR_MS);
      expect(pulse.alive).toBe(alive);
      expect(pulse.sentence).toContain(`${due} domains are due`);
    });
  }
});
