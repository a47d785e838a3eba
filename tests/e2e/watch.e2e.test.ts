import { describe, expect, it } from 'vitest';
import { baseUrl } from './open-page.ts';
import { useBrowser } from './use-browser.ts';

const browser = useBrowser();

/** Tests that the watcher detects faults, because other tests rely on the watcher. */
describe('a watched page', () => {
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
    const watched = await browser.open();
    await watched.page.goto(baseUrl);
    expect(await watched.faults()).toEqual([]);
    await watched.page.evaluate(script);
    await expect.poll(async () => (await watched.faults()).join('\n')).toContain(told);
  });
});
