import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRecrawl } from '../../../functions/visits/recrawl.ts';
import type { CrawlReport } from '../../../src/crawl/steps/settle.ts';

const REPORT: CrawlReport = {
  ...{ run: 'r', ended: 'nothing-due', visited: 1, fine: 1, failed: 0, broken: false, settled: 0 },
  statuses: { pending: 0, valid: 1, invalid: 0, unreachable: 0 },
  ...{ notModified: 0, lost: 0, postponed: 0, errors: 0, durationMs: 1 },
};

/** Creates a recrawl with these reports of its visits. `done` contains the domains of ended visits. */
function open(reports: readonly (CrawlReport | Promise<CrawlReport>)[], answerWithinMs?: number) {
  const done: string[] = [];
  let visits = 0;
  const visit = async () => (await reports[visits++]) ?? REPORT;
  const recrawl = createRecrawl(visit, (domain) => done.push(domain), answerWithinMs);
  return { recrawl, done, visits: () => visits };
}

describe('recrawl for an owner', () => {
  it('waits for another lease holder, and reports the change after the write of the visit', async () => {
    const { recrawl, done, visits } = open([{ ...REPORT, visited: 0 }, REPORT]);
    await recrawl('bakery.com');
    expect([visits(), done]).toEqual([2, ['bakery.com']]);
  });

  it('answers 504 while a long visit continues', async () => {
    const visit = Promise.withResolvers<CrawlReport>();
    const { recrawl, done } = open([visit.promise], 5);
    await expect(recrawl('bakery.com')).rejects.toMatchObject({ code: 'site.timeout' });
    expect(done).toEqual([]);
    visit.resolve(REPORT);
    await wait(0);
    expect(done).toEqual(['bakery.com']);
  });

  it('does not accept a failed visit as a result', async () => {
    await expect(open([{ ...REPORT, errors: 1 }]).recrawl('bakery.com')).rejects.toThrow(/failed/);
  });
});
