import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatCount } from '../../src/directory/format-numbers.ts';
import { askPage } from './ask-page.ts';
import { baseUrl } from './open-page.ts';
import { useBrowser } from './use-browser.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
/** Largest distance of the first row from the top of a list, in pixels. */
const MAX_TOP = 400;
/** Most focus stops before the first site of a list. */
const MAX_STOPS = 20;
/** Most printed height of a page of the API reference, in pixels: about 22 sheets. */
const MAX_PRINTED = 25_000;
/** Longest word that a fact shows on one line. */
const MAX_WORD_CHARACTERS = 18;

const browser = useBrowser();
const open = async (path: string, viewport: { width: number; height: number }): Promise<Page> => {
  const { page } = await browser.open({ viewport });
  await page.goto(`${baseUrl}${path}`);
  return page;
};
const findTop = async (target: Locator) => (await target.boundingBox())?.y;

describe('page of a site', () => {
  it.each(['lumendb.example', 'clay-and-kiln.example', 'fietsdokter.example', 'star-catalogue.example'])(
    'shows contents and claim of %s within two screens of a phone',
    async (domain) => {
      const page = await open(`/domain/${domain}`, PHONE);
      expect(await findTop(page.locator('#outline'))).toBeLessThan(2 * PHONE.height);
      const claim = page.getByRole('link', { name: /^(?:Claim (?:this|the) site|Open your dashboard)$/ }).first();
      if (domain !== 'lumendb.example') expect(await findTop(claim)).toBeLessThan(2 * PHONE.height);
    },
  );

  it.each([390, 768, 1280])('breaks no word of a fact at %i px', async (width) => {
    for (const domain of ['lumendb.example', 'northgate-crm.example', 'tidewater-museum.example']) {
      const page = await open(`/domain/${domain}`, { width, height: 900 });
      const broken = await page.locator('section[aria-labelledby="facts"] dl').evaluate((list, longest) => {
        const found: string[] = [];
        const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s/.-]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (word.length <= longest && lines.size > 1) found.push(word);
          }
        }
        return found;
      }, MAX_WORD_CHARACTERS);
      expect({ domain, broken }).toEqual({ domain, broken: [] });
    }
  });

  it('links the contact', async () => {
    const page = await open('/domain/lumendb.example', DESKTOP);
    const facts = page.getByRole('region', { name: 'Facts' });
    expect(await facts.getByRole('link', { name: 'lumendb.example/contact' }).getAttribute('href')).toBe(
      'https://lumendb.example/contact',
    );
  });

  it('asks the API for the links of a cut file, and shows its true total', async () => {
    const page = await open('/domain/star-catalogue.example', DESKTOP);
    const outline = page.getByRole('region', { name: 'What the llms.txt offers' });
    expect(await outline.innerText()).toMatch(/First [\d,]+ of [\d,]+ links/);
    await outline.getByLabel('Filter links').fill('star');
    const { text } = await askPage('/v1/links?domain=star-catalogue.example&q=star');
    const { total } = z.object({ total: z.int() }).parse(JSON.parse(text));
    const shown = await outline.locator('.outline-section li').count();
    expect(total).toBeGreaterThan(shown);
    await outline.getByText(new RegExp(`^${formatCount(total)} links match`)).waitFor();
  });

  it('says that only the shown links of a cut file were searched if the API fails', async () => {
    const page = await open('/domain/star-catalogue.example', DESKTOP);
    await page.route('**/v1/links?**', (route) => route.abort());
    const outline = page.getByRole('region', { name: 'What the llms.txt offers' });
    await outline.getByLabel('Filter links').fill('zzz');
    await outline.getByText('0 links match of those that are shown. The other links could not be searched.').waitFor();
  });
});

describe('list of sites', () => {
  it.each([PHONE, DESKTOP])('begins on the first screen, after few focus stops: $width px', async (viewport) => {
    const page = await open('/browse', viewport);
    const first = page.locator('a.site-name').first();
    expect(await findTop(first)).toBeLessThan(MAX_TOP);
    const stops = await first.evaluate(
      (site) =>
        [...document.querySelectorAll<HTMLElement>('a[href], button, input, summary, [tabindex="0"]')].filter(
          (each) => each.checkVisibility() && each.compareDocumentPosition(site) & Node.DOCUMENT_POSITION_FOLLOWING,
        ).length,
    );
    expect(stops).toBeLessThanOrEqual(MAX_STOPS);
  });

  it.each(['sadaf-books.example', 'bidi-bazaar.example', 'lumendb.example'])(
    'separates the parts of the row of %s',
    async (domain) => {
      const page = await open(`/search?q=${domain}`, DESKTOP);
      const row = page
        .locator('.sites > li')
        .filter({ has: page.locator(`a[href="/domain/${domain}"]`) })
        .first();
      const boxes = await row.evaluate((item) =>
        [
          ...item.querySelectorAll(
            '.site-icon, .site-name > bdi, .site-domain, .site-line > span, .site-meta > *, .site-score',
          ),
        ].map((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          return { text: part.textContent, left, right, top, bottom };
        }),
      );
      expect(boxes.length).toBeGreaterThan(3);
      const glued = boxes.flatMap((a, at) =>
        boxes
          .slice(at + 1)
          .filter((b) => a.top < b.bottom && b.top < a.bottom && a.left < b.right + 2 && b.left < a.right + 2)
          .map((b) => `${a.text} | ${b.text}`),
      );
      expect(glued).toEqual([]);
    },
  );
});

describe('main navigation', () => {
  it('leads to the four tasks and to the form for a new site', async () => {
    const page = await open('/', DESKTOP);
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Browse', 'Check', 'Generate', 'API', 'Add your site']);
  });

  it.each(['/map', '/stats', '/data'])('joins map, statistics and data under one entry: %s', async (path) => {
    const page = await open(path, DESKTOP);
    const menu = page.getByRole('navigation', { name: 'Statistics' });
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Statistics', 'Map', 'Open data']);
    expect(await menu.locator('[aria-current="page"]').getAttribute('href')).toBe(path);
  });
});

describe('printed API reference', () => {
  it.each(['directory', 'sites', 'objects'])('stays short: %s', async (group) => {
    const page = await open(`/docs/reference-${group}`, { width: 794, height: 1_123 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(MAX_PRINTED);
  });
});
