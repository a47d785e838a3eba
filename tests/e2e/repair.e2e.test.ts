import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { countActions } from './count-actions.ts';
import { baseUrl, tabTo } from './open-page.ts';
import { publish } from './publish.ts';
import type { PublishedFile } from './published-web.ts';
import { useBrowser } from './use-browser.ts';

const browser = useBrowser();

const DOMAIN = 'boat-yard.example';
const FILE: PublishedFile = {
  host: DOMAIN,
  path: '/llms.txt',
  type: 'text/plain; charset=utf-8',
  body: `# Boat Yard\n\n> Repairs.\n\n##Docs\n\n* [Prices](https://${DOMAIN}/prices): what it costs\n- [Hours](https://${DOMAIN}/hours): when it is open\n`,
};

const publishFile = async () => {
  for (const file of [FILE, ...['/prices', '/hours'].map((path) => ({ ...FILE, path, body: '# Page\n' }))])
    await publish(file);
};

describe('repair of a file', () => {
  it('moves between findings, edits the fixed file, saves it, and checks again by keyboard', async () => {
    await publishFile();
    const watched = await browser.open({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    const { page } = watched;
    await page.goto(`${baseUrl}/check`);
    await tabTo(page, page.getByRole('textbox', { name: 'Domain or address' }));
    await page.keyboard.type(DOMAIN);
    await page.keyboard.press('Enter');
    const next = page.getByRole('button', { name: 'Next finding' });
    await tabTo(page, next);
    const walk = page.locator('[data-walk] [role="status"]');
    const seen: string[] = [];
    for (let steps = 0; steps < 3; steps += 1) {
      await page.keyboard.press('Enter');
      seen.push(await walk.innerText());
      expect(await page.locator('.lines .current').count()).toBe(/line \d/.test(seen[steps] ?? '') ? 1 : 0);
    }
    expect(seen[0]).toMatch(/^1 of \d+: .+/);
    expect(seen[1]).toMatch(/^2 of \d+: .+/);

    const fixed = page.getByRole('region', { name: 'Fixed file' });
    expect(await fixed.innerText()).toContain('fixed automatically; nothing was removed.');
    await tabTo(page, fixed.getByRole('button', { name: 'Edit here' }));
    await page.keyboard.press('Enter');
    const box = fixed.getByLabel('Your file, checked as you type');
    expect(await box.inputValue()).toContain('## Docs\n\n- [Prices]');
    await fixed.getByText(/^Valid, quality \d+ of 100/).waitFor();
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n##Contact\n');
    await fixed.getByRole('link', { name: 'Missing space after #' }).waitFor();

    const coming = page.waitForEvent('download');
    await fixed.getByRole('button', { name: 'Download llms.txt' }).click();
    expect(await text(await (await coming).createReadStream())).toContain('##Contact');

    await page.getByText(/You can check again in/).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Check again' }));
    await page.keyboard.press('Enter');
    await fixed.getByRole('button', { name: 'Edit here' }).waitFor();
    expect(await watched.faults()).toEqual([]);
  });

  it.each(['from its site', 'pasted'])('copies the fixed file in two actions (%s)', async (origin) => {
    await publishFile();
    const permissions = ['clipboard-read', 'clipboard-write'];
    const watched = await browser.open({ viewport: { width: 390, height: 844 }, permissions });
    const { page } = watched;
    const hand = countActions();
    if (origin === 'pasted') {
      await page.goto(`${baseUrl}/check`);
      await hand.fill(page.getByLabel('Text of an llms.txt'), FILE.body);
      await hand.click(page.getByRole('region', { name: 'Fixed file' }).getByRole('button', { name: /^Copy/ }));
    } else {
      await hand.open(page, `${baseUrl}/check?domain=${DOMAIN}`);
      await hand.click(page.getByRole('button', { name: 'Copy the fixed file' }).first());
    }
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(readClipboard).toContain('## Docs\n\n- [Prices]');
    expect(hand.count()).toBe(2);
    if (origin === 'pasted') {
      await page.getByRole('region', { name: 'Fixed file' }).getByRole('button', { name: 'Edit here' }).click();
      expect(await page.getByLabel('Text of an llms.txt').inputValue()).toContain('## Docs\n\n- [Prices]');
    }
    expect(await watched.faults()).toEqual([]);
  });

  it('keeps in the editor the findings that only a visit can test', async () => {
    const watched = await browser.open({ viewport: { width: 1280, height: 900 } });
    const { page } = watched;
    await page.goto(`${baseUrl}/check?domain=dead-ends.example`);
    await page.getByRole('button', { name: 'Edit here' }).first().click();
    const outcome = page.locator('.lint-outcome').first();
    await outcome.getByText(/\d+ findings? of the last visit not tested again\.$/).waitFor();
    expect(await outcome.innerText()).not.toMatch(/quality|no problems found\./);
    await page.getByText('Not tested again here.').first().waitFor();
    expect(await watched.faults()).toEqual([]);
  });

  it('shows the fixed file and its changes without JavaScript', async () => {
    await publishFile();
    const watched = await browser.open({ javaScriptEnabled: false });
    await watched.page.goto(`${baseUrl}/check?domain=${DOMAIN}`);
    const fixed = watched.page.getByRole('region', { name: 'Fixed file' });
    expect(await fixed.locator('.diff .removed').allInnerTexts()).toContainEqual(expect.stringContaining('##Docs'));
    expect(await fixed.locator('.diff .added').allInnerTexts()).toContainEqual(expect.stringContaining('## Docs'));
    expect(await fixed.locator('[data-whole] code').textContent()).toContain('## Docs\n\n- [Prices]');
    expect(await fixed.getByRole('button').count()).toBe(0);
  });
});
