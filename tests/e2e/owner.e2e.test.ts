import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { countActions } from './count-actions.ts';
import { findFlaws } from './inspect-page.ts';
import { baseUrl, searchBox } from './open-page.ts';
import { confirmationFor, readOutside } from './outside.ts';
import { publishSite } from './publish.ts';
import { useBrowser } from './use-browser.ts';

/** Most actions from the home page to an alert on both channels. */
const MAX_ACTIONS = 12;

const browser = useBrowser();

describe('an owner', () => {
  it(`gets from the home page to an alert by webhook and by mail in at most ${MAX_ACTIONS} actions`, async () => {
    const domain = 'pilot-office.example';
    const address = 'harbourmaster@pilot-office.example';
    await publishSite(domain);
    const watched = await browser.open({
      viewport: { width: 390, height: 844 },
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = watched;
    const hand = countActions();

    await page.goto(baseUrl);
    await hand.fill(searchBox(page), domain);
    await hand.pressEnter(page);
    await hand.click(page.getByRole('button', { name: 'Add it and claim it' }));
    await page.getByText(/the llms\.txt was read/i).waitFor();

    await hand.click(page.getByRole('button', { name: 'Copy the link' }));
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    // The browser writes to the clipboard after the click.
    await expect.poll(readClipboard).toContain('?verify=');
    const proof = await readClipboard();
    await publishSite(domain, `${proof}\n`);
    await hand.click(page.getByRole('button', { name: 'Check the link' }));
    await page.getByRole('heading', { name: `${domain} is yours` }).waitFor();
    const key = await page.locator('pre.key').innerText();
    const downloading = page.waitForEvent('download');
    await hand.click(page.getByRole('button', { name: 'Download it and open your dashboard' }));
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${domain}-owner-key.txt`);
    expect(await text(await download.createReadStream())).toContain(`Key: ${key}`);

    await page.getByRole('heading', { name: domain, exact: true }).waitFor();
    expect(page.url()).toBe(`${baseUrl}/owner`);
    const alerts = page.getByRole('region', { name: 'Alerts' });
    expect(await alerts.getByRole('button', { name: 'Send test' }).count()).toBe(0);
    await hand.fill(alerts.getByLabel('Webhook', { exact: true }), `https://${domain}/hook`);
    await hand.fill(alerts.getByLabel('Email'), address);
    await hand.pressEnter(page);
    await alerts.getByText('Saved. We have sent an email').waitFor();

    const mailbox = await browser.open();
    await hand.open(mailbox.page, await confirmationFor(address));
    expect(await findFlaws(mailbox.page)).toEqual([]);
    await hand.click(mailbox.page.getByRole('button', { name: 'Send them' }));
    await mailbox.page.getByText('will be sent to this address').waitFor();
    expect(await findFlaws(mailbox.page)).toEqual([]);

    await hand.click(alerts.getByRole('button', { name: 'Send test' }));
    await alerts.locator('.outcomes').waitFor();
    expect(await alerts.locator('.outcomes li').allInnerTexts()).toEqual(['Webhook delivered', 'Email delivered']);
    expect(hand.count()).toBeLessThanOrEqual(MAX_ACTIONS);

    // Verify the received message with the secret of the dashboard.
    const { posts, mails } = await readOutside();
    const post = posts.find(({ host }) => host === domain);
    await alerts.getByRole('button', { name: 'Show the webhook secret' }).click();
    const secret = await alerts.locator('.secret code').innerText();
    expect(new Webhook(secret).verify(post?.body ?? '', post?.headers ?? {})).toMatchObject({
      type: 'test',
      data: { domain },
    });
    expect(mails.filter(({ to }) => to.includes(address)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`Confirm alerts for ${domain}`),
      expect.stringContaining(`${domain}: test`),
    ]);
    await page.getByRole('region', { name: 'Delivery log' }).getByRole('row').nth(2).waitFor();

    // The key is in no storage, and not on the page after a reload.
    const kept = await page.evaluate(() => ({
      stored: { ...localStorage, ...sessionStorage },
      cookies: document.cookie,
      state: history.state,
    }));
    expect(kept).toEqual({ stored: {}, cookies: '', state: null });
    await page.reload();
    await page.getByRole('heading', { name: 'Open the dashboard' }).waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await watched.faults()).toEqual([]);
  });
});
