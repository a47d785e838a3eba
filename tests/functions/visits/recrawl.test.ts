import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRecrawl } from '../../../functions/visits/recrawl.ts';
import type { CrawlReport } from '../../../src/crawl/steps/settle.ts';

const REPORT: CrawlReport = {
  run: 'r',
  ended: 'nothing-due',
  visited: 1,
  fine: 1,
  failed: 0,
  broken: false,
  settled: 0,
  statuses: { pending: 0, valid: 1, invalid: 0, unreachable: 0 },
  notModified: 0,
  lost: 0,
  postponed: 0,
  errors: 0,
  durationMs: 1,
};

describe('recrawl for an owner', () => {
  it('resolves after the write of the visit and reports the change', async () => {
    const done: string[] = [];
    await createRecrawl(
      async () => REPORT,
      (domain) => done.push(domain),
    )('bakery.com');
    expect(done).toEqual(['bakery.com']);
  });

  it('answers 504 while a long visit continues', async () => {
    const done: string[] = [];
    let end = () => {};
    const visit = new Promise<CrawlReport>((resolve) => {
      end = () => resolve(REPORT);
    });
    const recrawl = createRecrawl(
      () => visit,
      (domain) => done.push(domain),
      5,
    );
    await expect(recrawl('bakery.com')).rejects.toMatchObject({ code: 'site.timeout' });
    expect(done).toEqual([]);
    end();
    await wait(0);
    expect(done).toEqual(['bakery.com']);
  });

  it('waits for another lease holder', async () => {
    const reports = [{ ...REPORT, visited: 0 }, REPORT];
    let visits = 0;
    await createRecrawl(
      async () => reports[visits++] ?? REPORT,
      () => {},
    )('bakery.com');
    expect(visits).toBe(2);
  });

  it('does not accept a failed visit as a result', async () => {
    await expect(
      createRecrawl(
        async () => ({ ...REPORT, errors: 1 }),
        () => {},
      )('bakery.com'),
    ).rejects.toThrow(/failed/);
  });
});
