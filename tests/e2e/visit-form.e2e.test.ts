import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { baseUrl } from './open-page.ts';
import { useBrowser } from './use-browser.ts';

const DOMAIN = 'clay-and-kiln.example';

const browser = useBrowser();
let page: Page;
beforeEach(async () => {
  ({ page } = await browser.open());
});

const box = () => page.locator('form[data-visit] input');
const result = () => page.locator('#result');

async function submit(typed: string): Promise<void> {
  await box().fill(typed);
  await box().press('Enter');
}

describe('the form of a visit', () => {
  it.each([
    ['no answer', null, 'The connection ended before the result arrived.'],
    [
      'a page without a result',
      '<main><h1>Busy</h1><p class="lede">Too many requests.</p></main>',
      'Too many requests.',
    ],
  ])('ends with a reason after %s', async (_, body, reason) => {
    await page.goto(`${baseUrl}/check`);
    await page.route(/\?domain=/, (route) =>
      body === null ? route.abort() : route.fulfill({ status: 429, contentType: 'text/html', body }),
    );
    await submit(DOMAIN);
    await result().getByText(reason).waitFor();
    expect(await result().getAttribute('aria-busy')).toBeNull();
    expect(await page.locator('#progress').innerText()).toBe('');
  });

  it('gives the reason of the page for a refused name', async () => {
    await page.goto(`${baseUrl}/check`);
    await submit('..');
    await result().getByText('A domain name has no empty parts between its dots.').waitFor();
    await submit(`https://${DOMAIN}:8443/`);
    await result().getByText('A URL with a special port is not accepted').waitFor();
  });
});

describe('the form of a check', () => {
  it('asks for a domain if the box has only spaces', async () => {
    await page.goto(`${baseUrl}/check`);
    await submit('   ');
    expect(await box().evaluate((input: HTMLInputElement) => [input.value, document.activeElement === input])).toEqual([
      '',
      true,
    ]);
    expect(page.url()).toBe(`${baseUrl}/check`);
    expect(await result().innerText()).toBe('');
  });

  it('adds one entry to the history for the same domain', async () => {
    await page.goto(`${baseUrl}/check`);
    const before = await page.evaluate(() => history.length);
    for (let times = 0; times < 2; times++) {
      await submit(DOMAIN);
      await result().and(page.locator(':not([aria-busy])')).getByRole('heading', { level: 2, name: DOMAIN }).waitFor();
    }
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  });
});
