import { describe, expect, it } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { readTestWeb } from '../sandbox/test-web.ts';
import { launchBrowser } from './launch-browser.ts';
import { baseUrl, openPage, searchBox } from './open-page.ts';

const HOSTILE = (await readTestWeb()).sites.filter(({ hostile }) => hostile).map(({ domain }) => domain);

const browser = await launchBrowser();
const watched = await openPage(browser, { viewport: { width: 1280, height: 900 } });
closeAfterAll(watched, browser);

const visit = (path: string) => watched.page.goto(`${baseUrl}${path}`, { waitUntil: 'load' });

/** Finds elements that our pages do not contain, event handlers, and links with other schemes. */
const intruders = () =>
  watched.page.evaluate(() => {
    const found = [...document.querySelectorAll('main script, iframe, object, embed, base, main style')].map(
      ({ tagName }) => tagName,
    );
    for (const element of document.querySelectorAll('*')) {
      for (const { name } of element.attributes) if (name.startsWith('on') || name === 'style') found.push(name);
    }
    for (const link of document.querySelectorAll('a[href]')) {
      const to = new URL(link.getAttribute('href') ?? '', location.href);
      if (!/^https?:$/.test(to.protocol)) found.push(to.href);
    }
    for (const image of document.images) {
      if (!image.src.startsWith(`${location.origin}/`) && !image.src.startsWith('data:image/svg+xml,')) {
        found.push(image.src);
      }
    }
    return found;
  });

describe('a hostile site', () => {
  it('appears in the sample in several kinds', () => expect(HOSTILE.length).toBeGreaterThan(5));

  it.each(HOSTILE)('runs no code of %s on its page, its other formats and its badge', async (domain) => {
    for (const path of [`/domain/${domain}`, `/claim/${domain}`, `/badges?domain=${domain}`]) {
      expect((await visit(path))?.status()).toBe(200);
      expect({ path, intruders: await intruders() }).toEqual({ path, intruders: [] });
      expect(await watched.faults()).toEqual([]);
    }
    for (const path of [`/domain/${domain}.md`, `/domain/${domain}.json`, `/badge/${domain}.svg`]) {
      expect((await visit(path))?.status()).toBe(200);
      expect(
        await watched.page.evaluate(() => document.querySelectorAll('script, iframe, img, foreignObject').length),
      ).toBe(0);
      expect(await watched.faults()).toEqual([]);
    }
  });

  it('runs no code in lists, tags and files for agents', async () => {
    for (const path of ['/', '/browse', '/browse/tags', '/stats', '/map', '/search?q=script', '/search?q=pwned']) {
      expect((await visit(path))?.status()).toBe(200);
      expect({ path, intruders: await intruders() }).toEqual({ path, intruders: [] });
      expect(await watched.faults()).toEqual([]);
    }
    await visit('/browse/tags');
    const tags = await watched.page
      .locator('a.tag')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(tags.length).toBeGreaterThan(5);
    for (const path of tags) {
      expect(path).toMatch(/^\/browse\/tag\/[a-z0-9_-]+$/);
      expect((await visit(path ?? ''))?.status()).toBe(200);
      expect(await intruders()).toEqual([]);
    }
    for (const path of ['/llms.txt', '/index.md', '/browse.md', '/browse/tags.md']) await visit(path);
    expect(await watched.faults()).toEqual([]);
  });

  it('runs no code among the results of a search', async () => {
    const { page } = watched;
    await visit('/search');
    for (const words of ['script', 'pwned', 'bazaar', 'sto', 'mayhem', '=cmd', 'tricks']) {
      const answer = page.waitForFunction(
        (query) =>
          new URLSearchParams(location.search).get('q') === query &&
          /site/.test(document.querySelector('#count')?.textContent ?? ''),
        words,
      );
      await searchBox(page).fill(words);
      await answer;
      expect({ words, intruders: await intruders() }).toEqual({ words, intruders: [] });
    }
    await searchBox(page).fill('breakout');
    await page.locator('#answer').getByRole('link', { name: 'script-breakout.example' }).waitFor();
    expect(await page.locator('#answer :is(img, svg, script, iframe, form)').count()).toBe(0);
    expect(await watched.faults()).toEqual([]);
  });

  it('runs no code if checked, drafted or pasted', async () => {
    const { page } = watched;
    for (const path of ['/check?domain=script-breakout.example', '/generate?domain=script-breakout.example']) {
      expect((await visit(path))?.status()).toBe(200);
      expect({ path, intruders: await intruders() }).toEqual({ path, intruders: [] });
    }
    await visit('/check');
    const box = page.getByRole('textbox', { name: 'Text of an llms.txt' });
    await box.fill(
      '# <img src=x onerror=globalThis.pwned=1>\n\n> </textarea><script>globalThis.pwned=2</script>\n\n## <svg onload=globalThis.pwned=3>\n\n- [<b>x](javascript:globalThis.pwned=4): "onfocus="globalThis.pwned=5\n',
    );
    await page.locator('#paste .lint :is(li, section, table)').first().waitFor();
    expect(await intruders()).toEqual([]);
    expect(await watched.faults()).toEqual([]);
  });
});
