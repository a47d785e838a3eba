import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseUrl, openBrowser, openPage, type WatchedPage } from './open-page.ts';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 320, height: 640 };
const WIDER_PHONE = { width: 375, height: 812 };
const DESKTOP = { width: 1280, height: 900 };

/** One page of each kind, and every state that a kind has in the sample. */
const KINDS = [
  '/',
  '/browse',
  '/browse/tier/featured',
  '/browse/country/gb',
  '/browse/tags',
  '/browse/quality',
  '/browse/language/en',
  '/browse?topic=travel&language=en',
  '/browse?topic=travel&language=is',
  '/topics',
  '/topics/travel',
  '/map',
  '/stats',
  '/search',
  '/search?q=museum',
  '/search?q=nothingatall',
  '/check',
  '/check?domain=clay-and-kiln.example',
  '/generate',
  '/generate?domain=clay-and-kiln.example',
  '/badges',
  '/badges?domain=lumendb.example',
  '/claim/clay-and-kiln.example',
  '/claim/lumendb.example',
  '/owner',
  '/rules',
  '/rules/no-title',
  '/errors',
  '/errors/domain.unknown',
  '/docs',
  '/docs/api',
  '/domain/lumendb.example',
  '/domain/clay-and-kiln.example',
  '/domain/script-breakout.example',
  '/domain/feed-me.example',
  '/domain/lucky-lantern.example',
  '/domain/locked-gate.example',
];
const MISSING = ['/nothing/here', '/domain/nobody-registered-this.example', '/notify/confirm?domain=lumendb.example'];

let browser: Browser;
let watched: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  watched = await openPage(browser, { viewport: DESKTOP, colorScheme: 'light' });
});
afterAll(async () => {
  await watched?.close();
  await browser?.close();
});

const visit = async (path: string) => {
  const answer = await watched.page.goto(`${baseUrl}${path}`, { waitUntil: 'load' });
  return answer?.status();
};

/** How far the page scrolls sideways, in pixels, and who sticks out. */
const overflow = async (size: typeof PHONE) => {
  await watched.page.setViewportSize(size);
  return await watched.page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return 'fits';
    const wide = [...document.querySelectorAll('body *')].findLast(
      (element) => element.getBoundingClientRect().right > clientWidth && !element.closest('.table-scroll'),
    );
    return `${scrollWidth - clientWidth} px too wide: ${wide?.outerHTML.slice(0, 200)}`;
  });
};

const violations = async (options: RunOptions = {}) => {
  const found: AxeResults = await watched.page.evaluate(
    // The page's own policy would refuse the style sheets that axe asks for again.
    (asked) => window.axe.run(document, { resultTypes: ['violations'], preload: false, ...asked }),
    options,
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};

declare global {
  interface Window {
    axe: { run(root: Document, options: RunOptions): Promise<AxeResults> };
  }
}

describe('every kind of page', () => {
  it.each([...KINDS, ...MISSING])('%s is sound, light and dark, on a phone and on a desktop', async (path) => {
    const { page } = watched;
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await visit(path)).toBe(MISSING.includes(path) ? 404 : 200);
    await page.evaluate(AXE);
    expect({ light: await violations() }).toEqual({ light: [] });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect({ dark: await violations({ runOnly: ['color-contrast'] }) }).toEqual({ dark: [] });
    expect({ wider: await overflow(WIDER_PHONE), narrow: await overflow(PHONE) }).toEqual({
      wider: 'fits',
      narrow: 'fits',
    });
    expect({ phone: await violations() }).toEqual({ phone: [] });
    expect(await watched.faults()).toEqual([]);
  });
});

describe('every page of the sitemap', () => {
  it('loads without an error, a foreign request or a sideways scroll on a phone', async () => {
    await watched.page.emulateMedia({ colorScheme: 'light' });
    await watched.page.setViewportSize(PHONE);
    const paths = await sitemapPaths();
    expect(paths.length).toBeGreaterThan(150);
    const wrong: string[] = [];
    for (const path of paths) {
      const status = await visit(path);
      const width = await overflow(PHONE);
      if (status !== 200 || width !== 'fits') wrong.push(`${path}: ${status}, ${width}`);
    }
    expect(wrong).toEqual([]);
    expect(await watched.faults()).toEqual([]);
  });

  it('is the same when a browser asks whether it has changed', async () => {
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

  it('names a Markdown twin that is there', async () => {
    const missing: string[] = [];
    for (const path of await sitemapPaths()) {
      const html = await (await fetch(`${baseUrl}${path}`)).text();
      const twin = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html)?.[1];
      const answer = twin === undefined ? null : await fetch(`${baseUrl}${twin}`);
      const text = await answer?.text();
      if (!answer?.ok || !text?.startsWith('# ')) missing.push(`${path}: ${twin}`);
    }
    expect(missing).toEqual([]);
  });
});

async function sitemapPaths(): Promise<string[]> {
  const locations = async (path: string) => {
    const xml = await (await fetch(`${baseUrl}${path}`)).text();
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
  };
  const maps = await locations('/sitemap-index.xml');
  return (await Promise.all(maps.map(locations))).flat();
}
