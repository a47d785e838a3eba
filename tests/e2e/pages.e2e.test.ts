import { describe, expect, it } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { askPage } from './ask-page.ts';
import { findFlaws, findOverflow } from './inspect-page.ts';
import { launchBrowser } from './launch-browser.ts';
import { newClient } from './new-client.ts';
import { baseUrl, openPage, type WatchedPage } from './open-page.ts';
import { FAILED, KINDS, PLAIN_KINDS } from './page-kinds.ts';

const PHONE_WIDTH = 320;
const DESKTOP = { width: 1280, height: 900 };

const browser = await launchBrowser();
const watched = await openPage(browser, { viewport: DESKTOP, colorScheme: 'light' });
closeAfterAll(watched, browser);

const visit = async (path: string) => {
  // Visit each page as a new client, because a client may start only a few visits of sites per minute.
  await watched.page.setExtraHTTPHeaders(newClient());
  return (await watched.page.goto(`${baseUrl}${path}`))?.status();
};

describe('every kind of page', () => {
  it.each([...KINDS, ...Object.keys(FAILED)])('shows no flaws on %s, light and dark, at each width', async (path) => {
    expect(await visit(path)).toBe(FAILED[path] ?? 200);
    expect(await findFlaws(watched.page)).toEqual([]);
    expect(await watched.faults()).toEqual([]);
  });

  it.each(PLAIN_KINDS)('shows no flaws on %s without scripts', async (path) => {
    const plain = await openPage(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${baseUrl}${path}`);
    expect(await findFlaws(plain.page)).toEqual([]);
    await plain.close();
  });
});

describe('a button that copies', () => {
  const namesOn = async (path: string) => {
    await visit(path);
    return await watched.page.locator('button.copy').allTextContents();
  };

  it.each([
    '/docs/agents',
    '/docs/data',
    '/docs/publish',
    '/docs/reference-directory',
    '/check?domain=fietsdokter.example',
  ])('gets a unique name on %s', async (path) => {
    const names = await namesOn(path);
    expect(names.length).toBeGreaterThan(2);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a document', () => {
  it('shows blocks of one language below each other, and alternatives as tabs', async () => {
    await visit('/docs/operators');
    for (const command of ['db push', 'config push']) {
      await watched.page.locator('pre').filter({ hasText: command }).first().waitFor({ state: 'visible' });
    }
    await visit('/docs/mcp');
    expect(await watched.page.locator('[role="tab"]').count()).toBeGreaterThan(5);
    const contents = watched.page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    expect(await contents.allTextContents()).toEqual(expect.arrayContaining(['Setup', 'Tools']));
    expect(await contents.filter({ hasText: 'Cursor' }).count()).toBe(0);
  });
});

describe('the API reference', () => {
  const operation = ({ page }: WatchedPage) =>
    page.locator('.operation').filter({ has: page.getByRole('heading', { name: 'GET /v1/stats', exact: true }) });

  it('links its list to operations, each next to its example on a desktop', async () => {
    await watched.page.setViewportSize(DESKTOP);
    await visit('/docs/reference');
    await watched.page.getByRole('link', { name: 'GET /v1/stats', exact: true }).click();
    await watched.page.waitForURL('**/docs/reference-directory#get-v1stats');
    const [about, example] = await Promise.all(
      ['> div:first-child', '> .example'].map((part) => operation(watched).locator(part).boundingBox()),
    );
    expect(example?.x).toBeGreaterThan((about?.x ?? 0) + (about?.width ?? 0));
    expect(example?.y).toBe(about?.y);
    await operation(watched).getByRole('link', { name: 'Stats' }).click();
    await watched.page.getByText('domains_tracked').waitFor({ state: 'visible' });
    expect(await watched.faults()).toEqual([]);
  });

  it('uses one column on a phone, and needs no scripts', async () => {
    const plain = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    await plain.page.goto(`${baseUrl}/docs/reference-directory`);
    const [about, example] = await Promise.all(
      ['> div:first-child', '> .example'].map((part) => operation(plain).locator(part).boundingBox()),
    );
    expect(example?.x).toBe(about?.x);
    await operation(plain).getByText('"domains_tracked"').waitFor({ state: 'visible' });
    await plain.close();
  });

  it.each(['directory', 'sites', 'tools', 'pages'])(
    'answers each request that a reader may try in %s',
    async (group) => {
      const opened = await openPage(browser, { viewport: DESKTOP });
      const { page } = opened;
      await page.goto(`${baseUrl}/docs/reference-${group}`);
      const samples = await page.locator('.example code').allInnerTexts();
      const readable = samples.filter((sample) => /^curl /.test(sample) && !/ -X |API_KEY/.test(sample));
      const names = await page
        .getByRole('button', { name: /^Try it: / })
        .evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel?.replace('Try it: ', '') ?? ''));
      expect(names).toHaveLength(readable.length);
      expect(names.length).toBeGreaterThan(0);
      const outcomes: string[][] = [];
      for (const name of names) {
        const part = page.locator('.operation').filter({ has: page.getByRole('heading', { name, exact: true }) });
        await part.getByRole('button', { name: `Try it: ${name}`, exact: true }).click();
        await part.getByRole('button', { name: `Send: ${name}`, exact: true }).click();
        const outcome = part.getByText(/^\d+ · /);
        await outcome.waitFor();
        outcomes.push([name, (await outcome.innerText()).slice(0, 3)]);
      }
      expect(outcomes).toEqual(names.map((name) => [name, '200']));
      expect(await findFlaws(page)).toEqual([]);
      expect(await opened.faults()).toEqual([]);
      await opened.close();
    },
  );

  it('refuses an invalid path, and sends a valid path', async () => {
    await visit('/docs/reference-directory');
    await operation(watched).getByRole('button', { name: 'Try it: GET /v1/stats', exact: true }).click();
    const send = operation(watched).getByRole('button', { name: 'Send: GET /v1/stats', exact: true });
    await operation(watched).getByLabel('Path and query').fill('//');
    await send.click();
    await operation(watched).getByText('Only requests to this service').waitFor();
    await operation(watched).getByLabel('Path and query').fill('/v1/stats');
    await send.click();
    await operation(watched)
      .getByText(/^200 · /)
      .waitFor();
    expect(await watched.faults()).toEqual([]);
  });
});

describe('list with filters in its address', () => {
  const PHONE = { width: 390, height: 844 };

  it.each([true, false])('reports an empty list on the first screen of a phone (scripts: %s)', async (scripts) => {
    const phone = await openPage(browser, { viewport: PHONE, javaScriptEnabled: scripts });
    await phone.page.goto(`${baseUrl}/browse?topic=travel&language=is`);
    const box = await phone.page.getByText('No listed site has all of this').boundingBox();
    expect(box && box.y + box.height).toBeLessThan(PHONE.height);
    await phone.close();
  });

  it('adds and removes filters on a phone, with the list first', async () => {
    const phone = await openPage(browser, { viewport: PHONE });
    const { page } = phone;
    await page.goto(`${baseUrl}/browse`);
    const rail = page.getByRole('navigation', { name: 'Filters' });
    const choose = async (name: string | RegExp) => {
      await page.getByRole('link', { name: 'Filters' }).click();
      await rail.getByRole('link', { name }).click();
    };
    const first = await page.locator('a.site-name').first().boundingBox();
    expect(first?.y).toBeLessThan(400);
    await choose('With llms-full.txt');
    await page.waitForURL('**/browse/llms-full');
    await choose('United Kingdom');
    await page.waitForURL('**/browse?country=GB&has_full=true');
    expect(await page.locator('h1').textContent()).toBe('United Kingdom, With llms-full.txt');
    await choose(/^United Kingdom.*remove/);
    await page.waitForURL('**/browse/llms-full');
    expect(await findFlaws(page)).toEqual([]);
    expect(await phone.faults()).toEqual([]);
    await phone.close();
  });
});

describe('every page of the sitemap', () => {
  it('loads with a Markdown version, and without an error, a foreign request or a sideways scroll on a phone', async () => {
    const paths = await sitemapPaths();
    expect(paths.length).toBeGreaterThan(150);
    // A list is in the sitemap once, not in each order.
    expect(paths.filter((path) => /\/(?:newest|changed|quality)$/.test(path) && path !== '/browse/quality')).toEqual(
      [],
    );
    const wrong: string[] = [];
    const left = [...paths];
    const visitSome = async () => {
      const phone = await openPage(browser, { viewport: { width: PHONE_WIDTH, height: 844 } });
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        const status = (await phone.page.goto(`${baseUrl}${path}`, { waitUntil: 'load' }))?.status();
        const tooWide = await findOverflow(phone.page, PHONE_WIDTH);
        const twins = await phone.page.locator('link[rel="alternate"][type="text/markdown"]').count();
        if (status !== 200 || twins !== 1 || tooWide.length > 0) {
          wrong.push(`${path}: ${status}, ${twins} twins, ${tooWide}`);
        }
      }
      wrong.push(...(await phone.faults()));
      await phone.close();
    };
    await Promise.all([visitSome(), visitSome()]);
    expect(left).toEqual([]);
    expect(wrong).toEqual([]);
  });

  it('looks the same after a conditional request', async () => {
    for (const path of ['/', '/domain/lumendb.example', '/search', '/map']) {
      await visit(path);
      const styles = () =>
        watched.page.evaluate(() => [...document.styleSheets].map(({ cssRules }) => cssRules.length));
      const before = await styles();
      await watched.page.reload({ waitUntil: 'load' });
      expect([path, await styles()]).toEqual([path, before]);
    }
    expect(await watched.faults()).toEqual([]);
  });
});

async function sitemapPaths(): Promise<string[]> {
  const locations = async (path: string) => {
    const { text } = await askPage(path);
    return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
  };
  const maps = await locations('/sitemap-index.xml');
  return (await Promise.all(maps.map(locations))).flat();
}
