import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from './inspect-page.ts';
import { baseUrl, searchBox, tabTo, type WatchedPage } from './open-page.ts';
import { useBrowser } from './use-browser.ts';

const PHONE = { width: 320, height: 640 };

const browser = useBrowser();
let watched: WatchedPage;
const start = async (path: string, options: BrowserContextOptions = {}) => {
  watched = await browser.open({ viewport: { width: 1280, height: 900 }, ...options });
  await watched.page.goto(`${baseUrl}${path}`);
  return watched.page;
};
const faults = () => watched.faults();
const headerBox = (page: Page) => page.getByRole('combobox', { name: 'Search sites' });
const options = (page: Page) => page.getByRole('option');
const isFocused = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element === document.activeElement);
const count = (page: Page) => page.locator('#count');
const sites = (page: Page) => page.locator('#answer a.site-name');

describe('the box in the header', () => {
  it.each(['/', 'Control+k', 'Meta+k'])('takes the focus with %s', async (keys) => {
    const page = await start('/rules');
    await page.keyboard.press(keys);
    expect(await headerBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await headerBox(page).inputValue()).toBe('');
    expect(await faults()).toEqual([]);
  });

  it.each(['/', '/search'])('leaves the focus to the box of the page on %s', async (path) => {
    const page = await start(path);
    await page.keyboard.press('/');
    expect(await isFocused(page, 'main input[type="search"]')).toBe(true);
  });

  it('does not take the focus while someone types', async () => {
    const page = await start('/check');
    const text = page.getByRole('textbox', { name: 'Text of an llms.txt' });
    await text.focus();
    await page.keyboard.type('a/b');
    await page.keyboard.press('Control+k');
    expect(await text.inputValue()).toBe('a/b');
    expect(await text.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  it('searches without a script, and opens the page of a domain', async () => {
    const page = await start('/rules', { javaScriptEnabled: false });
    const box = page.getByRole('searchbox', { name: 'Search sites' });
    await tabTo(page, box);
    await page.keyboard.type('tide tables');
    await page.keyboard.press('Enter');
    await page.locator('#answer').getByRole('link', { name: 'open-tide-tables.example' }).waitFor();
    await box.fill('lumendb.example');
    await box.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'lumendb.example' }).waitFor();
    expect(await faults()).toEqual([]);
  });

  it('fits in one row with the menu of a phone', async () => {
    const page = await start('/browse', { viewport: PHONE });
    const header = await page.locator('.site-header').boundingBox();
    expect(header?.height).toBeLessThan(72);
    await tabTo(page, page.getByRole('button', { name: 'Menu' }));
    await page.keyboard.press('Enter');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Check' });
    await tabTo(page, link);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/check');
    expect(await faults()).toEqual([]);
  });
});

describe('list of suggestions', () => {
  it.each(['/', '/rules'])('loads on focus on %s, and follows arrow keys and Enter', async (path) => {
    const page = await start(path);
    const box = path === '/' ? searchBox(page) : headerBox(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.waitForLoadState('networkidle');
    expect(asked.filter((each) => /^\/(?:pagefind|v1)\//.test(each))).toEqual([]);
    await tabTo(page, box);
    await page.keyboard.type('lumendb');
    await options(page).filter({ hasText: 'lumendb.example' }).waitFor();
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    expect(await box.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('ArrowDown');
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    expect(await box.getAttribute('aria-controls')).toBe(await page.getByRole('listbox').getAttribute('id'));
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'lumendb.example' }).waitFor();
    expect(await faults()).toEqual([]);
  });

  it('closes on Escape, keeps the text, and reopens on the arrow key', async () => {
    const page = await start('/');
    await searchBox(page).focus();
    await page.keyboard.type('lumendb');
    await options(page).first().waitFor();
    await page.keyboard.press('Escape');
    expect(await options(page).count()).toBe(0);
    expect(await searchBox(page).inputValue()).toBe('lumendb');
    expect(await searchBox(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await options(page).first().waitFor();
    expect(await faults()).toEqual([]);
  });

  it.each([
    { key: 'Escape', shown: [] },
    { key: 'ArrowDown', shown: ['lumendb.example'] },
  ])('ignores results that arrive after $key', async ({ key, shown }) => {
    const page = await start('/');
    await searchBox(page).focus();
    await page.keyboard.type('lumendb');
    const first = options(page).filter({ hasText: 'lumendb.example' });
    await first.waitFor();
    const asked = Promise.withResolvers<Request>();
    const pressed = Promise.withResolvers<void>();
    await page.route('**/pagefind/*/fragment/**', async (route) => {
      asked.resolve(route.request());
      await pressed.promise;
      await route.continue();
    });
    await searchBox(page).fill('tide');
    const request = await asked.promise;
    await page.keyboard.press(key);
    pressed.resolve();
    await (await request.response())?.finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await options(page).locator('.site-name').allInnerTexts()).toEqual(shown);
  });

  it('opens a site on a tap', async () => {
    const page = await start('/', { viewport: PHONE, hasTouch: true });
    await searchBox(page).tap();
    await page.keyboard.type('lumendb');
    await options(page).filter({ hasText: 'lumendb.example' }).tap();
    await page.getByRole('heading', { level: 1, name: 'lumendb.example' }).waitFor();
  });

  it('runs no script of a site', async () => {
    const page = await start('/');
    await searchBox(page).focus();
    await page.keyboard.type('script-breakout');
    await options(page).first().waitFor();
    expect(await page.locator('.suggestions :is(img, svg, script)').count()).toBe(0);
    expect(await faults()).toEqual([]);
  });
});

describe('result list', () => {
  it('shows equal results with and without JavaScript, and at its address', async () => {
    const shown: string[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const page = await start(javaScriptEnabled ? '/search' : '/search?q=tide', { javaScriptEnabled });
      if (javaScriptEnabled) await searchBox(page).fill('tide');
      await sites(page).first().waitFor();
      shown.push(await page.locator('#answer').innerText());
      expect(new URL(page.url()).search).toBe('?q=tide');
      expect(await faults()).toEqual([]);
    }
    expect(shown[0]).toContain('Tide');
    expect(shown[0]).toBe(shown[1]);
  });

  it('announces only its count', async () => {
    const page = await start('/search?q=museum');
    expect(await page.locator('[aria-live]').allInnerTexts()).toEqual([await count(page).innerText()]);
    expect(await page.locator(':is([role="status"], [role="alert"])').count()).toBe(0);
  });

  it('shows a wait message only after a delay', async () => {
    const page = await start('/search');
    const asked = Promise.withResolvers<void>();
    await page.route(/\/search\?q=/, async (route) => {
      await asked.promise;
      await route.continue();
    });
    await searchBox(page).fill('tide');
    await count(page).filter({ hasText: 'Searching…' }).waitFor();
    asked.resolve();
    await count(page)
      .filter({ hasText: /^\d+ site/ })
      .waitFor();
  });

  it('offers to check and add an unlisted domain', async () => {
    const page = await start('/search');
    await searchBox(page).fill('never-seen.example');
    await page.getByText('never-seen.example is not listed').waitFor();
    expect(await page.getByText('No sites match').count()).toBe(0);
    await page.getByRole('link', { name: 'add it' }).click();
    await page.getByRole('heading', { level: 1, name: 'never-seen.example' }).waitFor();
  });

  it('keeps the tab of pages and names the query in the title', async () => {
    const page = await start('/search?q=museum&show=pages');
    await searchBox(page).fill('bakery');
    await page.waitForFunction(() => document.title.startsWith('Search: bakery · '));
    expect(page.url()).toMatch(/\/search\?q=bakery&show=pages$/);
    expect(await page.locator('#answer [aria-current]').innerText()).toMatch(/^Pages/);
    await searchBox(page).fill('');
    await page.waitForFunction(() => document.title.startsWith('Search · '));
    expect(page.url()).toMatch(/\/search$/);
  });

  it.each([true, false])(
    'applies a filter at once and keeps it in the address (script: %s)',
    async (javaScriptEnabled) => {
      const page = await start('/search?q=museum', { javaScriptEnabled });
      const rail = page.getByRole('navigation', { name: 'Filters' });
      const verified = rail.getByRole('listitem').filter({ hasText: 'Verified' });
      const counted = await verified.locator('.num').innerText();
      await verified.getByRole('link').click();
      await page.waitForURL('**/search?q=museum&verified=true');
      expect(String(await sites(page).count())).toBe(counted);
      expect(await page.locator('#answer .sites .verified').count()).toBe(await sites(page).count());
      await rail.getByRole('link', { name: /^Verified.*remove/ }).click();
      await page.waitForURL(/search\?q=museum$/);
      expect(await faults()).toEqual([]);
    },
  );

  it('follows the box within a few Tab presses', async () => {
    const page = await start('/search?q=tide');
    await searchBox(page).focus();
    let stops = 0;
    do {
      await page.keyboard.press('Tab');
      stops += 1;
    } while (!(await isFocused(page, '#answer :is(a.site-name, a.file-link)')) && stops < 20);
    expect(stops).toBeLessThanOrEqual(4);
  });
});

describe('list of example searches', () => {
  it.each(['/', '/search'])('finds something for each example on %s', async (path) => {
    const page = await start(path, { javaScriptEnabled: false });
    const paths = await page
      .locator('.examples a')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href') ?? ''));
    expect(paths.length).toBeGreaterThan(2);
    for (const each of paths) {
      await page.goto(`${baseUrl}${each}`);
      expect([each, await sites(page).count()]).not.toEqual([each, 0]);
    }
  });
});
