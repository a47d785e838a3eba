import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOverflow, findViolations } from './inspect-page.ts';
import { baseUrl, openBrowser, openPage, type WatchedPage } from './open-page.ts';

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

const overflow = (size: typeof PHONE) => findOverflow(watched.page, size);
const violations = (options = {}) => findViolations(watched.page, options);

describe('every kind of page', () => {
  it.each([...KINDS, ...MISSING])('%s is sound, light and dark, on a phone and on a desktop', async (path) => {
    const { page } = watched;
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await visit(path)).toBe(MISSING.includes(path) ? 404 : 200);
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
