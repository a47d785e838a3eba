import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseUrl, openBrowser, openPage, searchBox } from './open-page.ts';

/** Of everything that a page of a site loads, gzipped. */
const MAX_PAGE_BYTES = 20_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe('a page of a site', () => {
  it('weighs at most 20 kB with everything that it loads', async () => {
    const watched = await openPage(browser);
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
    await watched.close();
  });

  it('says all of it without a script', async () => {
    const [scripted, plain] = await Promise.all([openPage(browser), openPage(browser, { javaScriptEnabled: false })]);
    const headings = async ({ page }: typeof plain) => {
      await page.goto(`${baseUrl}/domain/lumendb.example`);
      return await page.locator('main').getByRole('heading').allInnerTexts();
    };
    const all = await headings(plain);
    expect(all).toEqual(await headings(scripted));
    expect(all).toContain('What the llms.txt offers');
    await Promise.all([scripted.close(), plain.close()]);
  });
});

describe('the search', () => {
  it('loads nothing before it is used', async () => {
    const watched = await openPage(browser);
    const asked: string[] = [];
    watched.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await watched.page.goto(`${baseUrl}/search`, { waitUntil: 'networkidle' });
    expect(asked.filter((path) => /^\/(?:pagefind|v1)\//.test(path))).toEqual([]);
    const loaded = watched.page.waitForRequest((request) => request.url().includes('/pagefind/'));
    await searchBox(watched.page).focus();
    await loaded;
    expect(await watched.faults()).toEqual([]);
    await watched.close();
  });
});
