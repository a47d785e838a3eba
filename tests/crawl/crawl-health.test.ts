import { describe, expect, it } from 'vitest';
import { checkCrawlHealth } from '../../src/crawl/crawl-health.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const visited = (hoursAgo: number | null) => ({
  last_checked: hoursAgo === null ? null : new Date(NOW - hoursAgo * HOUR_MS).toISOString(),
});

describe('crawl health', () => {
  const cases: readonly (readonly [string, number | null, number, boolean])[] = [
    ['is healthy when something was visited lately', 1, 900, true],
    ['is healthy when nothing is due', 30, 0, true],
    ['is healthy when it is empty', null, 0, true],
    ['is not when visits are due and the last one was long ago', 30, 1, false],
    ['is not when visits are due and there never was one', null, 7, false],
    ['is not when visits are due and the last one has a future date', -30, 7, false],
  ];
  for (const [what, hoursAgo, due, healthy] of cases) {
    it(what, async () => {
      const countCrawlMinutes = async () => ({ runs: 240, minutes: 310, visited: 150_000 });
      const store = { countDue: async () => due, countCrawlMinutes };
      const health = await checkCrawlHealth(store, visited(hoursAgo), NOW, 6 * HOUR_MS);
      expect(health).toMatchObject({ healthy, due });
      expect(health.sentence).toContain('240 scheduled crawls took 310 min for 150,000 visits');
      expect(health.sentence).not.toContain('-');
      expect(health.sentence).toContain(due === 1 ? '1 domain is due' : `${due} domains are due`);
    });
  }
});
