import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { baseUrl } from './open-page.ts';
import { useBrowser } from './use-browser.ts';

/** Most gzipped bytes of a site page with all its files. */
const MAX_PAGE_BYTES = 20_000;

const browser = useBrowser();

describe('a page of a site', () => {
  it('weighs at most 20 kB with everything that it loads', async () => {
    const watched = await browser.open();
    const parts: Response[] = [];
    watched.page.on('response', (response) => parts.push(response));
    for (const domain of ['lumendb.example', 'clay-and-kiln.example', 'script-breakout.example', 'feed-me.example']) {
      parts.length = 0;
      await watched.page.goto(`${baseUrl}/domain/${domain}`, { waitUntil: 'networkidle' });
      const sizes = await Promise.all(
        parts
          .filter((part) => part.ok())
          .map(async (part) => [part.url().slice(baseUrl.length), gzipSync(await part.body()).length] as const),
      );
      const total = sizes.reduce((sum, [, size]) => sum + size, 0);
      expect(sizes.length).toBeGreaterThan(1);
      expect({ domain, fits: total <= MAX_PAGE_BYTES || sizes }).toEqual({ domain, fits: true });
    }
    expect(await watched.faults()).toEqual([]);
  });
});

/** Most gzipped bytes of a tool with all its files, without and with the engine, and most layout shift during the load. */
const MAX_TOOL_BYTES = 60_000;
const MAX_EDITOR_BYTES = 85_000;
const MAX_SHIFT = 0.02;

describe('a page', () => {
  it.each([
    '/',
    '/search?q=museum',
    '/check',
    '/check?domain=fietsdokter.example',
    '/generate',
    '/generate?domain=clay-and-kiln.example',
    '/owner',
    '/claim/clay-and-kiln.example',
    '/docs/reference-directory#get-v1search',
  ])('loads %s with few bytes and no layout shift', async (path) => {
    const load = async (width: number) => {
      const watched = await browser.open({ viewport: { width, height: 844 } });
      await measureShifts(watched.page);
      const bytes = weigh(watched.page);
      await watched.page.goto(`${baseUrl}${path}`, { waitUntil: 'networkidle' });
      const { total, movedBy } = await watched.page.evaluate(() => ({
        ...(window.shifts ?? { total: 1, movedBy: [] }),
      }));
      expect({ path, width, fits: total <= MAX_SHIFT || movedBy }).toEqual({ path, width, fits: true });
      expect(await bytes()).toBeLessThanOrEqual(MAX_TOOL_BYTES);
    };
    await Promise.all([390, 1280].map(load));
  });

  it('loads the engine on edit, and stays within its weight', async () => {
    const watched = await browser.open();
    const bytes = weigh(watched.page);
    await watched.page.goto(`${baseUrl}/check?domain=fietsdokter.example`, { waitUntil: 'networkidle' });
    const before = await bytes();
    expect(before).toBeLessThanOrEqual(30_000);
    await watched.page.getByRole('button', { name: 'Edit here' }).first().click();
    await watched.page.getByText(/of 100: /).waitFor();
    const after = await bytes();
    expect(after).toBeGreaterThan(before + 20_000);
    expect(after).toBeLessThanOrEqual(MAX_EDITOR_BYTES);
  });
});

declare global {
  interface Window {
    shifts?: { total: number; movedBy: string[] };
  }
}

/** Sums the layout shift (web.dev/cls). */
async function measureShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { total: 0, movedBy: [] as string[] };
    window.shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || typeof entry.value !== 'number') continue;
        shifts.total += entry.value;
        shifts.movedBy.push(JSON.stringify(entry));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the gzipped bytes of all answers so far. */
function weigh(page: Page): () => Promise<number> {
  const parts: Response[] = [];
  page.on('response', (response) => parts.push(response));
  return async () => {
    const bodies = await Promise.all(parts.filter((part) => part.ok()).map((part) => part.body()));
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  };
}
