import { text } from 'node:stream/consumers';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { countActions } from './count-actions.ts';
import { findFlaws } from './inspect-page.ts';
import { baseUrl, searchBox, tabTo, type WatchedPage } from './open-page.ts';
import { publishSite } from './publish.ts';
import { useBrowser } from './use-browser.ts';

const PHONE = { width: 390, height: 844 };

const browser = useBrowser();
let watched: WatchedPage;
const start = async (options: BrowserContextOptions = {}) => {
  watched = await browser.open({ viewport: { width: 1280, height: 900 }, ...options });
  return watched.page;
};
const finish = async () => expect(await watched.faults()).toEqual([]);

it('checks a site by keyboard without JavaScript', async () => {
  const page = await start({ javaScriptEnabled: false });
  await page.goto(`${baseUrl}/check`);
  await tabTo(page, page.getByRole('textbox', { name: 'Domain or address' }));
  await page.keyboard.type('https://fietsdokter.example/');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /fietsdokter\.example/ }).waitFor();
  expect(await page.locator('#result').innerText()).toContain('Missing colon before notes');
  await finish();
});

it.each([false, true])(
  'finds a page in a file by keyboard, in two actions from the home page (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const page = await start({ javaScriptEnabled, viewport: PHONE });
    const hand = countActions();
    await page.goto(baseUrl);
    await tabTo(page, searchBox(page));
    await hand.type(page, 'chart datum');
    await hand.pressEnter(page);
    const found = page.locator('#answer a[href="https://open-tide-tables.example/datum.md"]').first();
    await found.waitFor();
    expect(hand.count()).toBe(2);
    expect(await found.locator('mark').allInnerTexts()).toEqual(['Chart', 'datum']);
    // The link is on the first screen.
    const box = await found.boundingBox();
    expect(box && box.y + box.height).toBeLessThan(PHONE.height);
    await tabTo(page, page.locator('#answer').getByRole('link', { name: 'open-tide-tables.example' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'open-tide-tables.example' }).waitFor();
    await finish();
  },
);

describe('an owner without JavaScript', () => {
  it('adds and claims a site, with a page for each step', async () => {
    const domain = 'quiet-harbour.example';
    await publishSite(domain);
    const page = await start({ javaScriptEnabled: false });
    await page.goto(`${baseUrl}/domain/${domain}`);
    await page.getByRole('button', { name: 'Add it and claim it' }).click();
    await page.getByRole('heading', { level: 1, name: `Claim ${domain}` }).waitFor();
    const way = page.locator('[data-way="dns"]');
    await way.locator('summary').click();
    await way.getByRole('button', { name: 'Check the DNS record' }).click();
    await way.getByText('no TXT record').waitFor();
    await page.locator('[data-way="llms_txt"] summary').click();
    await publishSite(domain, `${await page.locator('[data-way="llms_txt"] code').first().innerText()}\n`);
    // Wait for the next search, because one proof search serves all callers for ten seconds. With a script, the page waits
    // itself.
    const nextLookS = Number(await page.locator('[data-next-look]').getAttribute('data-next-look'));
    await page.waitForTimeout(nextLookS * 1_000);
    await page.getByRole('button', { name: 'Check the link' }).click();
    await page.getByRole('heading', { name: `${domain} is yours` }).waitFor();
    expect(await page.locator('pre.key').innerText()).toMatch(/^svk_live_/);
    expect(await findFlaws(page)).toEqual([]);
    await finish();
  });

  it('reads the reason after a form failed', async () => {
    const page = await start({ javaScriptEnabled: false });
    await page.goto(`${baseUrl}/domain/nobody-registered-this.example`);
    await page
      .locator('main input[name="domain"]')
      .first()
      .evaluate((input) => input.setAttribute('value', 'no domain'));
    await page.getByRole('button', { name: 'Add it only' }).click();
    await page.getByText('domain.invalid').waitFor();
    expect(await findFlaws(page)).toEqual([]);
    await finish();
  });
});

describe('an owner on the home page', () => {
  it.each([true, false])('adds a valid site in three actions (scripts: %s)', async (javaScriptEnabled) => {
    const domain = `added-${javaScriptEnabled ? 'with' : 'without'}-script.example`;
    await publishSite(domain);
    const page = await start({ javaScriptEnabled });
    const hand = countActions();
    await page.goto(baseUrl);
    await hand.fill(page.getByLabel('Domain of your site'), domain);
    await hand.pressEnter(page);
    await page.getByText('Found: valid, 1 link.').waitFor();
    expect(await findFlaws(page)).toEqual([]);
    await hand.click(page.getByRole('button', { name: 'Add it', exact: true }));
    await page.getByRole('heading', { level: 1, name: `Claim ${domain}` }).waitFor();
    if (javaScriptEnabled) await page.getByText(/^Valid: the llms.txt was read/).waitFor();
    expect(hand.count()).toBe(3);
    await finish();
  });
});

describe('a person with a keyboard', () => {
  it('filters the links of a site and reads its text', async () => {
    const page = await start();
    await page.goto(`${baseUrl}/domain/lumendb.example`);
    const outline = page.getByRole('region', { name: 'What the llms.txt offers' });
    await tabTo(page, outline.getByLabel('Filter links'));
    await page.keyboard.type('python');
    await outline.getByText('1 link matches').waitFor();
    expect(await outline.locator('.outline-section li:visible').allInnerTexts()).toEqual([
      expect.stringMatching(/^Python binding/),
    ]);
    const raw = outline.getByRole('button', { name: 'Raw text' });
    await tabTo(page, raw);
    await page.keyboard.press('Enter');
    await outline.getByText('# LumenDB').waitFor();
    await page.keyboard.press('Enter');
    expect(await outline.locator('.raw-text').isVisible()).toBe(false);
    await finish();
  });

  it('sees the current part of a page in its list of parts', async () => {
    const page = await start();
    await page.goto(`${baseUrl}/domain/lumendb.example`);
    for (const part of ['Scores', 'Contents']) {
      await page.locator('.jumps').getByRole('link', { name: part, exact: true }).click();
      await expect.poll(() => page.locator('.jumps [aria-current]').allInnerTexts()).toEqual([part]);
    }
    await finish();
  });

  it('drafts, edits and downloads a file', async () => {
    const page = await start({ acceptDownloads: true });
    await page.goto(`${baseUrl}/generate`);
    await tabTo(page, page.getByRole('textbox', { name: 'Domain or address' }));
    await page.keyboard.type('tidewater-museum.example');
    await page.keyboard.press('Enter');
    const draft = page.locator('#draft-text');
    const findings = page.getByRole('heading', { name: 'Findings in this text' });
    await findings.waitFor();
    await tabTo(page, draft);
    expect(await draft.inputValue()).toMatch(/^# /);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n## Edited by hand\n');
    await page.getByRole('link', { name: 'Empty section' }).waitFor();
    expect(await findings.count()).toBe(1);
    const coming = page.waitForEvent('download');
    await tabTo(page, page.getByRole('button', { name: 'Download llms.txt' }));
    await page.keyboard.press('Enter');
    const download = await coming;
    expect(download.suggestedFilename()).toBe('llms.txt');
    expect(await text(await download.createReadStream())).toContain('## Edited by hand');
    await finish();
  });

  it('registers, publishes, verifies, and copies the badge', async () => {
    const domain = 'fresh-harbour.example';
    await publishSite(domain, '', true);
    const page = await start({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(baseUrl);
    await tabTo(page, searchBox(page));
    await page.keyboard.type(domain);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Add it only' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: domain }).waitFor();
    await page.getByText('Waiting for the').first().waitFor();
    await publishSite(domain);
    const result = page.getByRole('button', { name: 'Show the result' });
    await tabTo(page, result);
    expect(await page.getByText('Waiting for the').count()).toBe(0);
    await page.getByRole('heading', { name: 'The first visit is done' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What the llms.txt offers' }).waitFor();

    await tabTo(page, page.getByRole('link', { name: `Claim ${domain}` }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/claim\//, { waitUntil: 'load' });
    const way = page.locator('[data-way="llms_txt"]');
    await tabTo(page, way.getByRole('button', { name: 'Check the link' }));
    await page.keyboard.press('Enter');
    await way.getByText('no link to this entry').waitFor();
    expect(await way.locator('[data-outcome]').evaluate((line) => line === document.activeElement)).toBe(true);

    const proof = await way.locator('code').first().innerText();
    await publishSite(domain, `${proof.trim()}\n`);
    await tabTo(page, way.getByRole('button', { name: 'Check the link again' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `${domain} is yours` }).waitFor();
    expect(await page.locator('pre.key').innerText()).toMatch(/^svk_live_[A-Za-z0-9]{49}$/);

    // The dashboard opens after the key is saved.
    const dashboard = page.getByRole('button', { name: 'Open your dashboard', exact: true });
    expect(await dashboard.isDisabled()).toBe(true);
    await tabTo(page, page.getByRole('button', { name: 'Copy the owner key' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => dashboard.isDisabled()).toBe(false);

    const badge = page.locator('.copyable').filter({ hasText: '/badge/' });
    await tabTo(page, badge.getByRole('button'));
    await page.keyboard.press('Enter');
    await badge.getByRole('button', { name: 'Copied' }).waitFor();
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    // The browser writes to the clipboard after the click.
    await expect.poll(readClipboard).not.toBe('');
    const copied = await readClipboard();
    expect(copied).toContain(`src="${baseUrl}/badge/${domain}.svg"`);
    expect(await (await fetch(`${baseUrl}/badge/${domain}.svg`)).text()).toContain('verified');
    await finish();
  });
});
