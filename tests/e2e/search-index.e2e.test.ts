import { describe, expect, it } from 'vitest';
import { type Row, toRow } from '../../src/site/content/row.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { toDetail } from '../site/domain-fixture.ts';
import { launchBrowser } from './launch-browser.ts';
import { serveSearch } from './serve-search.ts';

const [browser, served] = await Promise.all([launchBrowser(), serveSearch()]);
closeAfterAll(served, browser);

const sites: readonly Row[] = ['Harbour masters', 'Lighthouse keepers', 'Sail makers'].map((title, at) => ({
  ...toRow(toDetail(`site${at}.example`).facts),
  title,
  summary: 'Tides and berths.',
  verified: at === 2,
}));

describe('a search of the index', () => {
  it('finds and counts sites, verified sites first', async () => {
    await served.write(sites);
    const page = await browser.newPage();
    await page.goto(`${served.url}?q=tides`);
    await page.locator('#count').filter({ hasText: '3 sites' }).waitFor();
    expect(await page.locator('.site-domain').first().innerText()).toBe('site2.example');
    await page.close();
  });

  it('loads the new index if a build replaces the old one meanwhile', async () => {
    await served.write(sites);
    const page = await browser.newPage();
    await page.route(
      /\/pagefind\.js/,
      async (route) => {
        await served.write(sites.slice(1));
        await route.continue();
      },
      { times: 1 },
    );
    await page.goto(`${served.url}?q=tides`);
    await page.locator('#count').filter({ hasText: '2 sites' }).waitFor();
    await page.close();
  });

  it('asks the new index if a build removed the old one', async () => {
    await served.write(sites);
    const page = await browser.newPage();
    await page.goto(served.url);
    const box = page.locator('main').getByRole('searchbox');
    const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('.pf_meta'));
    await box.focus();
    await loaded;
    await page.waitForLoadState('networkidle');
    await served.write(sites.slice(1));
    await box.fill('tides');
    await page.locator('#count').filter({ hasText: '2 sites' }).waitFor();
    await page.close();
  });

  it('reports a missing index, and tries again', async () => {
    await served.write(sites);
    const page = await browser.newPage();
    let isAway = true;
    await page.route(/\/pagefind\//, (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(`${served.url}?q=makers`);
    const results = page.locator('main');
    await results.getByText('The search could not be reached.').waitFor();
    expect(await results.innerText()).not.toMatch(/No sites match|\d sites?/);
    const box = results.getByRole('searchbox');
    await box.press('Enter');
    await results.getByText('The search could not be reached.').waitFor();
    isAway = false;
    await box.press('Enter');
    await results.getByText('1 site').waitFor();
    expect(await page.locator('.site-domain').allInnerTexts()).toEqual(['site2.example']);
    await page.close();
  });
});
