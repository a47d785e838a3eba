import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareRows, type Row, toRow } from '../../src/site/row.ts';
import { detailOf } from '../site/domain-fixture.ts';
import { openBrowser } from './open-page.ts';
import { type ServedSearch, serveSearch } from './serve-search.ts';

let browser: Browser;
let served: ServedSearch;
beforeAll(async () => {
  [browser, served] = await Promise.all([openBrowser(), serveSearch()]);
});
afterAll(async () => {
  served?.close();
  await browser?.close();
});

/** Two parts of a list, of 512 sites and the rest. */
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
  const count = page.locator('#results .facts-line').filter({ hasText: /^\d+ result/ });
  const found = {
    count: await count.innerText(),
    domains: await page.locator('a.site-name').allInnerTexts(),
  };
  await context.close();
  return found;
}

const expected = (rows: readonly Row[]) => ({
  count: rows.length > 20 ? `${rows.length} results, 20 shown` : `${rows.length} results`,
  domains: rows
    .toSorted(compareRows)
    .slice(0, 20)
    .map(({ domain }) => domain),
});

describe('a search over several indexes', () => {
  it('finds what is in any part, in list order, and counts all of it', async () => {
    expect(await find('q=lighthouse', sites)).toEqual(
      expected(sites.filter(({ title }) => title?.startsWith('Lighthouse'))),
    );
    expect((await find('q=sails', sites)).domains).toEqual([`harbour${LISTED - 1}.example`]);
  });

  it('finds nothing for a word that only begins with one of a site', async () => {
    expect(await find('q=andromeda', sites)).toEqual({ count: '0 results', domains: [] });
  });

  it('filters', async () => {
    const verified = sites.filter((row) => row.verified);
    expect(await find('q=tides&verified=1', sites)).toEqual(expected(verified));
    expect(await find('q=tides&featured=1', sites)).toEqual(expected(sites.filter(({ tier }) => tier === 'featured')));
  });

  it('knows what has changed since the parts were made', async () => {
    const changed = sites
      .filter((_, at) => at !== 100)
      .map((row, at) => {
        if (at === 3) return { ...row, title: 'Lighthouse museum' };
        if (at === 10) return { ...row, title: 'Boat builders' };
        return at === 600 ? { ...row, title: 'Lighthouse tours', verified: true } : row;
      });
    await served.write(sites);
    expect(await served.write(changed)).toBe(3);
    expect(await find('q=lighthouse', changed)).toEqual(
      expected(changed.filter(({ title }) => title?.startsWith('Lighthouse'))),
    );
    expect((await find('q=builders', changed)).domains).toEqual(['harbour10.example']);
  });

  it('opens none of the later parts but those with the word', async () => {
    const many = Array.from({ length: 2_700 }, (_, at) => ({
      ...(sites[0] ?? expect.unreachable()),
      domain: `quay${at}.example`,
      authority: 99 - Math.floor(at / 30),
      summary: at === 600 ? 'A yard for yachts.' : at === 2_690 ? 'Where dinghies are moored.' : 'Tides and berths.',
    }));
    await served.write(many);
    for (const [query, found, opened] of [
      ['dinghies', 'quay2690.example', [0, 1, 2]],
      ['quay2690', 'quay2690.example', [0, 1, 2]],
      ['yachts', 'quay600.example', [0, 1]],
    ] as const) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const asked: string[] = [];
      page.on('response', (response) => asked.push(response.url()));
      await page.goto(`${served.url}?q=${query}`);
      await page.locator('#results').getByText('1 result').waitFor();
      expect(await page.locator('a.site-name').allInnerTexts()).toEqual([found]);
      const { parts } = await page.evaluate(async () => await (await fetch('/pagefind/indexes.json')).json());
      const isOpened = ({ folder }: { folder: string }) => asked.some((url) => url.includes(`/${folder}/`));
      expect(parts.flatMap((part: { folder: string }, at: number) => (isOpened(part) ? [at] : []))).toEqual(opened);
      await context.close();
    }
  });

  it('makes the parts again when much has changed, and only those that differ', async () => {
    await served.write(sites);
    const last = sites.toSorted(compareRows).slice(-100);
    const changed = sites.map((row) => (last.includes(row) ? { ...row, title: 'Shipwrecks' } : row));
    expect(await served.write(changed)).toBe(LISTED - 512);
    expect(await find('q=shipwrecks', changed)).toEqual(
      expected(changed.filter(({ title }) => title === 'Shipwrecks')),
    );
  });

  it('that cannot be reached says so, and is there again for who tries again', async () => {
    await served.write(sites);
    const context = await browser.newContext();
    const page = await context.newPage();
    let isAway = true;
    await page.route(/\/pagefind\/|\/v1\/search/, (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(`${served.url}?q=sails`);
    const results = page.locator('#results');
    await results.getByText('The search could not be reached.').waitFor();
    expect(await results.innerText()).not.toMatch(/No sites match|\d results?/);
    const again = results.getByRole('button', { name: 'Try again' });
    await again.click();
    await results.getByText('The search could not be reached.').waitFor();
    isAway = false;
    await again.click();
    await results.getByText('1 result').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q');
    expect(await page.locator('a.site-name').allInnerTexts()).toEqual([`harbour${LISTED - 1}.example`]);
    await context.close();
  });

  it('of an empty directory finds nothing', async () => {
    expect(await find('q=tides', [])).toEqual({ count: '0 results', domains: [] });
  });
});
