import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './inspect-page.ts';
import { baseUrl, openBrowser, openPage, searchBox, tabTo, type WatchedPage } from './open-page.ts';

const PHONE = { width: 320, height: 640 };

let browser: Browser;
let watched: WatchedPage | null = null;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await watched?.close();
  watched = null;
});

const start = async (path: string, options: Parameters<typeof openPage>[1] = {}) => {
  watched = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...options });
  await watched.page.goto(`${baseUrl}${path}`);
  return watched.page;
};
const faults = () => watched?.faults();
const headerBox = (page: Page) => page.getByRole('combobox', { name: 'Search sites' });
const options = (page: Page) => page.getByRole('option');
const isFocused = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element === document.activeElement);
const count = (page: Page) => page.locator('#results [aria-live]');
const sites = (page: Page) => page.locator('#found a.site-name');

/** An index of nothing, and an API with `total` sites that all match. */
const serveSites = async (page: Page, total: number) => {
  await page.route('**/pagefind/sites.json', (route) =>
    route.fulfill({ json: { folder: null, sites: 0, standings: [], isBrief: false } }),
  );
  await page.route(/\/v1\/search/, async (route) => {
    const asked = new URL(route.request().url());
    const perPage = Number(asked.searchParams.get('per_page'));
    const results = Array.from({ length: Math.min(perPage, total) }, (_, at) => ({
      domain: `harbour${at}.example`,
      title: 'Tide tables',
      summary: 'Tides and berths.',
      authority: 50,
      verified: false,
      tier: 'listed',
    }));
    await route.fulfill({ json: { query: 'tide', page: 1, per_page: perPage, total, results } });
  });
};

describe('the box in the header', () => {
  it.each(['/', 'Control+k', 'Meta+k'])('takes the focus with %s', async (keys) => {
    const page = await start('/rules');
    await page.keyboard.press(keys);
    expect(await headerBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await headerBox(page).inputValue()).toBe('');
    expect(await faults()).toEqual([]);
  });

  it.each(['/', '/search'])('leaves it to the box of the page on %s', async (path) => {
    const page = await start(path);
    await page.keyboard.press('/');
    expect(await isFocused(page, 'main input[type="search"]')).toBe(true);
  });

  it('does not take it from somebody who types', async () => {
    const page = await start('/check');
    const text = page.getByRole('textbox', { name: 'Text of an llms.txt' });
    await text.focus();
    await page.keyboard.type('a/b');
    await page.keyboard.press('Control+k');
    expect(await text.inputValue()).toBe('a/b');
    expect(await text.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  it('searches without a script, and leads a domain to its page', async () => {
    const page = await start('/rules', { javaScriptEnabled: false });
    const box = page.getByRole('searchbox', { name: 'Search sites' });
    await tabTo(page, box);
    await page.keyboard.type('tide tables');
    await page.keyboard.press('Enter');
    await page.locator('#found').getByRole('link', { name: 'open-tide-tables.example' }).waitFor();
    await box.fill('lumendb.example');
    await box.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'lumendb.example' }).waitFor();
    expect(await faults()).toEqual([]);
  });

  it('leaves room for the menu of a phone, in one row', async () => {
    const page = await start('/browse', { viewport: PHONE });
    const header = await page.locator('.site-header').boundingBox();
    expect(header?.height).toBeLessThan(72);
    await tabTo(page, page.getByRole('button', { name: 'Menu' }));
    await page.keyboard.press('Enter');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rules' });
    await tabTo(page, link);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/rules');
    expect(await faults()).toEqual([]);
  });
});

describe('suggestions', () => {
  it.each(['/', '/rules'])(
    'on %s are loaded with the focus, chosen by arrow keys and opened by Enter',
    async (path) => {
      const page = await start(path);
      const box = path === '/' ? searchBox(page) : headerBox(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.waitForLoadState('networkidle');
      expect(asked.filter((each) => /^\/(?:pagefind|v1)\//.test(each))).toEqual([]);
      await tabTo(page, box);
      await page.keyboard.type('lumendb');
      await options(page).first().waitFor();
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
    },
  );

  it('go away with Escape, which keeps what was typed, and come back with the arrow', async () => {
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

  it('are opened by a pointer', async () => {
    const page = await start('/', { viewport: PHONE, hasTouch: true });
    await searchBox(page).tap();
    await page.keyboard.type('lumendb');
    await options(page).first().tap();
    await page.getByRole('heading', { level: 1, name: 'lumendb.example' }).waitFor();
  });

  it('are no text of a site that runs', async () => {
    const page = await start('/');
    await searchBox(page).focus();
    await page.keyboard.type('script-breakout');
    await options(page).first().waitFor();
    expect(await page.locator('.suggestions :is(img, svg, script)').count()).toBe(0);
    expect(await faults()).toEqual([]);
  });
});

describe('the results of a search', () => {
  it('come twenty at a time, and the button keeps the focus until there are no more', async () => {
    const page = await start('/search');
    await serveSites(page, 45);
    await searchBox(page).fill('tide');
    const more = page.getByRole('button', { name: 'Show more' });
    await tabTo(page, more);
    expect(await count(page).innerText()).toBe('45 results, 20 shown');
    await page.keyboard.press('Enter');
    await count(page).filter({ hasText: '45 results, 40 shown' }).waitFor();
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await sites(page).count()).toBe(40);
    await page.keyboard.press('Enter');
    await count(page)
      .filter({ hasText: /^45 results$/ })
      .waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('harbour40.example');
    await searchBox(page).fill('tides');
    await count(page).filter({ hasText: '45 results, 20 shown' }).waitFor();
    expect(await faults()).toEqual([]);
  });

  it('announce their count and nothing else', async () => {
    const page = await start('/search?q=museum');
    expect(await page.locator('[aria-live]').allInnerTexts()).toEqual([await count(page).innerText()]);
    expect(await page.locator(':is([role="status"], [role="alert"])').count()).toBe(0);
  });

  it('mark what has matched, with and without a script', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await start('/search?q=tide', { javaScriptEnabled });
      const marks = await page.locator('#found mark').allInnerTexts();
      expect(marks.map((mark) => mark.toLowerCase())).toContain('tide');
      await watched?.close();
    }
    const page = await start('/search');
    await searchBox(page).fill('tides');
    await page.locator('#found mark').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('say that they are on their way only when they take long', async () => {
    const page = await start('/search');
    await page.route(/\/pagefind\//, (route) => route.abort());
    const asked = Promise.withResolvers<void>();
    await page.route(/\/v1\/search/, async (route) => {
      await asked.promise;
      await route.continue();
    });
    await searchBox(page).fill('tide');
    await count(page).filter({ hasText: 'Searching…' }).waitFor();
    asked.resolve();
    await count(page)
      .filter({ hasText: /^\d+ result/ })
      .waitFor();
  });

  it.each([true, false])('begin with the site of that name (script: %s)', async (javaScriptEnabled) => {
    const page = await start('/search?q=https://lumendb.example/docs', { javaScriptEnabled });
    await page.locator('#found .exact').getByRole('link', { name: 'lumendb.example' }).waitFor();
    expect(await page.locator('#found').getByRole('link', { name: 'lumendb.example' }).count()).toBe(1);
  });

  it.each([true, false])(
    'offer to check and add a domain that is not listed (script: %s)',
    async (javaScriptEnabled) => {
      const page = await start(javaScriptEnabled ? '/search' : '/search?q=never-seen.example', { javaScriptEnabled });
      if (javaScriptEnabled) await searchBox(page).fill('never-seen.example');
      await page.getByText('never-seen.example is not listed').waitFor();
      expect(await page.getByText('No sites match').count()).toBe(0);
      await page.getByRole('link', { name: 'add it' }).click();
      await page.getByRole('heading', { level: 1, name: 'never-seen.example' }).waitFor();
    },
  );

  it('of nothing say so, with the query', async () => {
    const page = await start('/search');
    await searchBox(page).fill('zzyzx<qwrt>');
    await page.getByText('No sites match “zzyzx<qwrt>”.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('keep to verified sites without a script', async () => {
    const page = await start('/search?q=museum', { javaScriptEnabled: false });
    const all = await sites(page).count();
    await page.getByRole('checkbox', { name: 'Verified only' }).check();
    await page.locator('main').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/search?q=museum&verified=1');
    expect(await sites(page).count()).toBeLessThan(all);
    expect(await page.locator('#found .verified').count()).toBe(await sites(page).count());
    expect(await page.getByRole('checkbox', { name: 'Verified only' }).isChecked()).toBe(true);
  });
});

describe('what is inside the files', () => {
  const link = {
    title: 'Webhooks',
    url: 'https://harbour.example/webhooks',
    notes: 'How we call you.',
    section: 'Guides',
    domain: 'harbour.example',
    site: 'Harbour',
    authority: 50,
    verified: false,
  };

  it('stands below the sites, and is reached by the arrow keys', async () => {
    const page = await start('/search');
    await serveSites(page, 1);
    await page.route(/\/v1\/links/, (route) =>
      route.fulfill({ json: { total: 2, results: [link, { ...link, url: 'javascript:globalThis.pwned=1' }] } }),
    );
    await searchBox(page).fill('webhooks');
    const section = page.getByRole('region', { name: 'In their files' });
    await section.waitFor();
    expect(await section.getByRole('link').allInnerTexts()).toEqual(['Guides › Webhooks', 'harbour.example']);
    await searchBox(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await isFocused(page, 'a.file-link')).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('is the same with and without a script', async () => {
    const found: string[][] = [];
    for (const javaScriptEnabled of [true, false]) {
      const page = await start(javaScriptEnabled ? '/search' : '/search?q=tide', { javaScriptEnabled });
      if (javaScriptEnabled) await searchBox(page).fill('tide');
      await page.getByRole('region', { name: 'In their files' }).waitFor();
      found.push(await page.locator('a.file-link').allInnerTexts());
      expect(await faults()).toEqual([]);
      await watched?.close();
    }
    expect(found[0]?.length).toBeGreaterThan(1);
    expect(found[0]).toEqual(found[1]);
  });

  it('is absent where there is no API for it, and where it fails', async () => {
    const page = await start('/search');
    let asked = 0;
    await serveSites(page, 1);
    await page.route(/\/v1\/links/, (route) => {
      asked++;
      return route.fulfill({ status: 404, contentType: 'text/html', body: 'not here' });
    });
    for (const query of ['tide', 'tides']) {
      const links = page.waitForResponse(/\/v1\/links/, { timeout: 3_000 }).catch(() => null);
      await searchBox(page).fill(query);
      await sites(page).first().waitFor();
      await links;
    }
    expect(asked).toBe(1);
    expect(await page.locator('#in-files').innerText()).toBe('');
  });
});

describe('examples of searches', () => {
  it.each(['/', '/search'])('on %s each find something', async (path) => {
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

describe('nothing moves', () => {
  it.each(['/', '/search', '/search?q=museum', '/rules'])('while %s loads', async (path) => {
    const page = await start(path, { viewport: { width: 390, height: 800 } });
    await page.waitForLoadState('networkidle');
    const moved = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = [];
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) seen.push(JSON.stringify(entry));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(seen), 300);
        }),
    );
    expect(moved).toEqual([]);
  });
});
