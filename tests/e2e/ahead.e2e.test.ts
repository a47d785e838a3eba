import { describe, expect, it } from 'vitest';
import { baseUrl } from './open-page.ts';
import { useBrowser } from './use-browser.ts';

const browser = useBrowser();

/** Time for which the pointer rests on a link. The browser prefetches after 200 ms. */
const POINTED_MS = 1_000;

describe('a link under the pointer', () => {
  it('loads early if it leads to a page, and not if it starts work', async () => {
    const watched = await browser.open({ viewport: { width: 1280, height: 900 } });
    const { page } = watched;
    const session = await page.context().newCDPSession(page);
    const ahead = new Set<string>();
    const failed: string[] = [];
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      ahead.add(prefetchUrl.slice(baseUrl.length));
      if (status === 'Failure') failed.push(prefetchUrl);
    });
    const rules = new Promise<string>((resolve) => {
      session.on('Preload.ruleSetUpdated', ({ ruleSet }) => resolve(ruleSet.errorMessage ?? 'no error'));
    });
    await session.send('Preload.enable');
    await page.goto(`${baseUrl}/domain/clay-and-kiln.example`);
    expect(await rules).toBe('no error');
    for (const name of ['Check now', 'Claim', 'JSON', 'Rules']) {
      await page.getByRole('link', { name }).first().hover();
      await page.waitForTimeout(POINTED_MS);
    }
    await expect.poll(() => [...ahead]).toEqual(['/rules']);
    expect(failed).toEqual([]);
    expect(await watched.faults()).toEqual([]);
  });
});
