import { describe, expect, it } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { findInvalidHtml } from './check-html.ts';
import { findFlaws } from './inspect-page.ts';
import { launchBrowser } from './launch-browser.ts';
import { openPage } from './open-page.ts';
import { EMPTY_KINDS } from './page-kinds.ts';
import { startSample } from './start-sample.ts';

const [browser, empty] = await Promise.all([launchBrowser(), startSample('none')]);
const watched = await openPage(browser, {}, empty.baseUrl);
closeAfterAll(browser, { close: empty.stop });

describe('a directory without sites', () => {
  it.each(EMPTY_KINDS)('shows no flaws and no missing value on %s', async (path) => {
    const response = await watched.page.goto(`${empty.baseUrl}${path}`);
    expect(response?.status()).toBe(200);
    expect(await findFlaws(watched.page)).toEqual([]);
    expect(await watched.faults()).toEqual([]);
    if (path === '/browse' || path === '/search?q=museum') {
      await watched.page.getByText('No site is listed here yet').waitFor();
    }
    // The documents explain null.
    if (path.startsWith('/docs')) return;
    const words = await watched.page.locator('main').innerText();
    expect(words).not.toMatch(/\b1970\b|\bNaN\b|\bundefined\b|\bnull\b/);
  });

  it('sends valid HTML', async () => {
    const pages = new Map<string, string>();
    for (const path of EMPTY_KINDS) pages.set(path, await (await fetch(`${empty.baseUrl}${path}`)).text());
    expect(await findInvalidHtml(pages)).toEqual([]);
  });
});
