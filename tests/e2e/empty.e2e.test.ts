import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInvalidHtml } from './check-html.ts';
import { findFlaws } from './inspect-page.ts';
import { launchBrowser } from './launch-browser.ts';
import { openPage } from './open-page.ts';
import { EMPTY_KINDS } from './page-kinds.ts';
import { startSample } from './start-sample.ts';

let browser: Browser;
let empty: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  [browser, empty] = await Promise.all([launchBrowser(), startSample('none')]);
});
afterAll(async () => {
  await browser?.close();
  await empty?.stop();
});

describe('a directory without sites', () => {
  it.each(EMPTY_KINDS)('shows no flaws on %s, light and dark, at each width', async (path) => {
    const watched = await openPage(browser, {}, empty.baseUrl);
    const response = await watched.page.goto(`${empty.baseUrl}${path}`);
    expect(response?.status()).toBe(200);
    expect(await findFlaws(watched.page)).toEqual([]);
    expect(await watched.faults()).toEqual([]);
    await watched.close();
  });

  it.each(['/browse', '/search?q=museum'])('says on %s that no site is listed yet', async (path) => {
    const watched = await openPage(browser, {}, empty.baseUrl);
    await watched.page.goto(`${empty.baseUrl}${path}`);
    await watched.page.getByText('No site is listed here yet').waitFor();
    await watched.close();
  });

  it('sends valid HTML', async () => {
    const pages = new Map<string, string>();
    for (const path of EMPTY_KINDS) pages.set(path, await (await fetch(`${empty.baseUrl}${path}`)).text());
    expect(await findInvalidHtml(pages)).toEqual([]);
  });

  it('shows no missing value in its words', async () => {
    const watched = await openPage(browser, {}, empty.baseUrl);
    // The documents explain null.
    for (const path of EMPTY_KINDS.filter((each) => !each.startsWith('/docs'))) {
      await watched.page.goto(`${empty.baseUrl}${path}`);
      const words = await watched.page.locator('main').innerText();
      expect(words, path).not.toMatch(/\b1970\b|\bNaN\b|\bundefined\b|\bnull\b/);
    }
    await watched.close();
  });
});
