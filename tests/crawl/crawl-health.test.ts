import { describe, expect, it } from 'vitest';
import { checkCrawlHealth } from '../../src/crawl/crawl-health.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const hoursBefore = (hours: number | null) => (hours === null ? null : new Date(NOW - hours * HOUR_MS).toISOString());

describe('crawl health', () => {
  const cases: readonly (readonly [
    what: string,
    crawledHoursAgo: number | null,
    visitedHoursAgo: number | null,
    due: number,
    healthy: boolean,
  ])[] = [
    ['is healthy after a recent crawl', 1, 1, 900, true],
    ['is healthy while nothing is due', 30, 30, 0, true],
    ['is healthy while the directory is empty', null, null, 0, true],
    ['is healthy after a recent visit, before the first crawl', null, 1, 7, true],
    ['is stalled if the last crawl was long ago, in spite of a recent visit', 30, 1, 1, false],
    ['is stalled if the last visit was long ago, before the first crawl', null, 30, 7, false],
    ['is stalled if no visit was made', null, null, 7, false],
    ['is stalled if the last crawl has a future date', -30, 1, 7, false],
  ];
  for (const [what, crawledHoursAgo, visitedHoursAgo, due, healthy] of cases) {
    it(what, async () => {
      const crawls = { runs: 240, minutes: 310, visited: 150_000, last_seen_at: hoursBefore(crawledHoursAgo) };
      const store = { countDue: async () => due, countCrawlMinutes: async () => crawls };
      const stats = { last_checked: hoursBefore(visitedHoursAgo) };
      const health = await checkCrawlHealth(store, stats, NOW, 6 * HOUR_MS);
      expect(health).toMatchObject({ healthy, due });
      expect(health.sentence).toContain('240 scheduled crawls took 310 min for 150,000 visits');
      expect(health.sentence).not.toContain('-');
      expect(health.sentence).toContain(due === 1 ? '1 domain is due' : `${due} domains are due`);
    });
  }
});
