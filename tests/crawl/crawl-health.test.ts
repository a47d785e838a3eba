import { describe, expect, it } from 'vitest';
import { checkCrawlHealth } from '../../src/crawl/crawl-health.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const hoursBefore = (hours: number | null) => (hours === null ? null : new Date(NOW - hours * HOUR_MS).toISOString());

describe('crawl health', () => {
  const cases: readonly (readonly [string, number | null, number, boolean])[] = [
    ['is healthy after a recent crawl', 1, 900, true],
    ['is healthy while nothing is due', 30, 0, true],
    ['is healthy while the directory is empty', null, 0, true],
    ['is stalled if visits are due and the last crawl was long ago', 30, 1, false],
    ['is stalled if visits are due and no crawl was made', null, 7, false],
    ['is stalled if visits are due and the last crawl has a future date', -30, 7, false],
  ];
  for (const [what, hoursAgo, due, healthy] of cases) {
    it(what, async () => {
      const crawls = { runs: 240, minutes: 310, visited: 150_000, last_seen_at: hoursBefore(hoursAgo) };
      const countCrawlMinutes = async () => crawls;
      const store = { countDue: async () => due, countCrawlMinutes };
      const health = await checkCrawlHealth(store, NOW, 6 * HOUR_MS);
      expect(health).toMatchObject({ healthy, due });
      expect(health.sentence).toContain('240 scheduled crawls took 310 min for 150,000 visits');
      expect(health.sentence).not.toContain('-');
      expect(health.sentence).toContain(due === 1 ? '1 domain is due' : `${due} domains are due`);
    });
  }
});
