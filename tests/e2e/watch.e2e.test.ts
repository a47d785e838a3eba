import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './launch-browser.ts';
import { baseUrl, openPage, type WatchedPage } from './open-page.ts';

let browser: Browser;
let watched: WatchedPage;
beforeAll(async () => {
  browser = await launchBrowser();
  watched = await openPage(browser);
  await watched.page.goto(baseUrl);
});
afterAll(async () => {
  await watched?.close();
  await browser?.close();
});

/** Checks that the watcher detects faults, because other tests rely on it. */
describe('a watched page', () => {
  it('reports no faults by default', async () => expect(await watched.faults()).toEqual([]));

  it.each([
    ['a complaint', 'console.error("complaint")', 'complaint'],
    ['a script that fails', 'setTimeout(() => { throw new Error("failed script") })', 'failed script'],
    ['a foreign request', 'fetch("http://127.0.0.2:9/").catch(() => {})', '127.0.0.2'],
    [
      'an inline script',
      'document.body.append(Object.assign(document.createElement("script"), { text: "1" }))',
      'inline',
    ],
    [
      'a missing part',
      'document.body.append(Object.assign(new Image(), { src: "/no-such-picture.png" }))',
      'no-such-picture',
    ],
    ['a dialog', 'setTimeout(() => alert("hello"))', 'hello'],
    ['a script of a site', 'globalThis.pwned = "owned"', 'owned'],
  ])('reports %s', async (_, script, told) => {
    await watched.page.evaluate(script);
    await expect.poll(async () => (await watched.faults()).join('\n')).toContain(told);
  });
});
