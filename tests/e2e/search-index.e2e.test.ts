import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Row, toRow } from '../../src/site/content/row.ts';
import { detailOf } from '../site/domain-fixture.ts';
import { launchBrowser } from './launch-browser.ts';
import { type ServedSearch, serveSearch } from './serve-search.ts';

let browser: Browser;
let served: ServedSearch;
beforeAll(async () => {
  [browser, served] = await Promise.all([launchBrowser(), serveSearch()]);
});
afterAll(async () => {
  served?.close();
  await browser?.close();
});

const LISTED = 700;
const sites: readonly Row[] = Array.from({ length: LISTED }, (_, at) =>
  toRow(
    detailOf(`harbour${at}.example`, {
      facts: {
        title: at % 5 === 0 ? 'Lighthouse keepers' : 'Harbour masters',
        summary: at === LISTED - 1 ? 'The last of them mends sails.' : 'Tides and berths.',
        authority: 99 - Math.floor(at / 10),
        verified: at % 50 === 0,
        tier: at % 2 === 0 ? 'featured' : 'listed',
        tags: [],
      },
    }).facts,
  ),
);

async function find(query: string, rows: readonly Row[]): Promise<{ count: string; domains: string[] }> {
  await served.write(rows);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${served.url}?${query}`);
  const count = page.locator('#count').filter({ hasText: /\d+ site/ });
  const found = {
    count: await count.innerText(),
    domains: await page.locator('.site-domain').allInnerTexts(),
  };
  await context.close();
  return found;
}

describe('a search of the index', () => {
  it('finds text of any site, verified sites first, then by authority', async () => {
    const { count, domains } = await find('q=lighthouse', sites);
    const expected = sites.filter(({ title }) => title?.startsWith('Lighthouse'));
    expect(count).toBe(`${expected.length} sites, 20 shown`);
    const verified = expected.filter((row) => row.verified).map(({ domain }) => domain);
    expect(domains.slice(0, verified.length).toSorted()).toEqual(verified.toSorted());
    const best = expected.filter(({ authority }) => (authority ?? 0) >= 80).map(({ domain }) => domain);
    expect(domains.slice(verified.length).filter((domain) => !best.includes(domain))).toEqual([]);
    expect((await find('q=sails', sites)).domains).toEqual([`harbour${LISTED - 1}.example`]);
  });

  it('counts all matches', async () => expect((await find('q=tides', sites)).count).toMatch(/^\d{3} sites, 20 shown$/));

  it('finds changes since the last build if more than 1 % of sites changed', async () => {
    await served.write(sites);
    const changed = sites.map((row, at) => (at % 70 === 3 ? { ...row, title: 'Boat builders' } : row));
    const { count, domains } = await find('q=builders', changed);
    expect(count).toBe('10 sites');
    expect(domains).toContain('harbour3.example');
  });

  it('reports a missing index, and tries again', async () => {
    await served.write(sites);
    const context = await browser.newContext();
    const page = await context.newPage();
    let isAway = true;
    await page.route(/\/pagefind\//, (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(`${served.url}?q=sails`);
    const results = page.locator('main');
    await results.getByText('The search could not be reached.').waitFor();
    expect(await results.innerText()).not.toMatch(/No sites match|\d sites?/);
    const box = results.getByRole('searchbox');
    await box.press('Enter');
    await results.getByText('The search could not be reached.').waitFor();
    isAway = false;
    await box.press('Enter');
    await results.getByText('1 site').waitFor();
    expect(await page.locator('.site-domain').allInnerTexts()).toEqual([`harbour${LISTED - 1}.example`]);
    await context.close();
  });
});
