import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './launch-browser.ts';
import { openPage, type WatchedPage } from './open-page.ts';

/** Gives the tests of a file one browser. `open` opens a page that closes after its test. */
export function useBrowser() {
  let browser: Browser;
  const opened: WatchedPage[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const watched of opened.splice(0)) await watched.close();
  });
  afterAll(() => browser?.close());
  return {
    async open(options?: BrowserContextOptions): Promise<WatchedPage> {
      const watched = await openPage(browser, options);
      opened.push(watched);
      return watched;
    },
  };
}
