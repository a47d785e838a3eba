import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { findFlaws, findViolations } from './inspect-page.ts';
import { baseUrl, tabTo, type WatchedPage } from './open-page.ts';
import { useBrowser } from './use-browser.ts';

// Tests dashboard states that a real site would reach only after weeks. The test fakes the owner's answers.

const DOMAIN = 'lumendb.example';
const KEY = `svk_live_${'a'.repeat(49)}`;

const browser = useBrowser();
let watched: WatchedPage;
let page: Page;
beforeEach(async () => {
  watched = await browser.open({ viewport: { width: 390, height: 844 } });
  page = watched.page;
});

const point = (day: number, authority: number, version = 2) => ({
  at: `2026-11-${day}T08:00:00.000Z`,
  status: 'valid',
  authority,
  score_version: version,
  reach: null,
  trust: 80,
  quality: authority,
  freshness: 90,
});
const message = (type: string, channel: string, status: string, last_error: string | null = null) => ({
  id: `${type} ${channel}`,
  type,
  channel,
  created_at: '2026-11-20T10:00:00.000Z',
  status,
  attempts: 3,
  last_error,
});
const STATS = {
  domain: DOMAIN,
  lookups: {
    total: 1_204,
    last_24h: 31,
    last_7d: 190,
    last_30d: 802,
    daily: Array.from({ length: 30 }, (_, at) => ({
      date: `2026-11-${String(at + 1).padStart(2, '0')}`,
      count: at * 3,
    })),
  },
  score_history: [point(10, 40, 1), point(12, 44), point(20, 61)],
  file: {
    findings: { error: 1, warning: 0, info: 2 },
    next_fix: {
      rule: 'html-body',
      line: null,
      text: 'Serve the file itself.',
      url: 'https://dir.example/rules/html-body',
    },
  },
  notifications: {
    channels: ['webhook', 'email'],
    webhook_url: 'https://hooks.example/in',
    webhook_secret: 'whsec_c2VjcmV0',
    webhook_state: 'disabled',
    notify_email: 'owner@lumendb.example',
    email_state: 'unsubscribed',
    notify_changes: false,
    recent: [
      message('llms_txt.broken', 'webhook', 'dead', 'the receiver answered 410'),
      message('proof.missing', 'email', 'delivered'),
      message('test', 'webhook', 'pending', 'status 500'),
    ],
  },
  standing: {
    failing_since: '2026-11-20T10:00:00.000Z',
    failing_reason: 'html-body',
    proof_seen_by: 'dns',
    proof_missing_since: '2026-11-21T10:00:00.000Z',
    proof_lapses_at: '2026-11-28T10:00:00.000Z',
  },
  badge: {},
};

const answer =
  (status: number, body: object, headers = {}) =>
  (route: Route) =>
    route.fulfill({ status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const problem = (status: number, detail: string, headers = {}) => answer(status, { status, detail }, headers);
const owner = (path: string, reply: (route: Route) => unknown) =>
  page.route(`${baseUrl}/v1/sites/${DOMAIN}${path}`, reply);

async function open(domain = DOMAIN, key = KEY) {
  if (!page.url().endsWith('/owner')) await page.goto(`${baseUrl}/owner`);
  await tabTo(page, page.getByLabel('Domain'));
  await page.keyboard.insertText(domain);
  await tabTo(page, page.getByLabel('Owner key'));
  await page.keyboard.insertText(key);
  await page.keyboard.press('Enter');
}

describe('the dashboard', () => {
  it('shows the owner’s data without flaws at each width, light and dark', async () => {
    await owner('/stats', answer(200, STATS));
    await open();
    await page.getByRole('heading', { level: 2, name: DOMAIN }).waitFor();
    const text = await page.locator('#dashboard').innerText();
    for (const words of [
      'The last visit found 1 error, 2 notes.',
      'Next fix: Serve the file itself.',
      'Your site in lists',
      'Failing since 20 Nov 2026, 10:00 UTC: the server returns a web page.',
      'The verification lapses on 28 Nov 2026',
      'The receiver answered 410 (gone)',
      'The recipient unsubscribed',
      'Authority went from 40 to 61',
      '1,305 lookups in 30 days; at most 87 a day.',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('whsec_');
    expect(await page.getByRole('region', { name: 'Score history' }).innerText()).toContain('Authority went from');
    expect(await page.getByRole('link', { name: 'the server returns a web page' }).getAttribute('href')).toBe(
      '/rules/html-body',
    );
    for (const summary of await page.locator('#dashboard summary').all()) await summary.click();
    await page.getByRole('button', { name: 'Show the webhook secret' }).click();
    expect(await findFlaws(page)).toEqual([]);
    expect(await watched.faults()).toEqual([]);
  });

  it('enables a disabled webhook after a save, and sends the other changes', async () => {
    const sent: unknown[] = [];
    await owner('/stats', answer(200, STATS));
    await owner('', async (route) => {
      sent.push(route.request().postDataJSON());
      const record = await route.fetch({ url: `${baseUrl}/v1/domain/${DOMAIN}`, method: 'GET' });
      await route.fulfill({ response: record });
    });
    await open();
    await page.getByLabel('Also send an alert for every new version of the file').check();
    await page.getByRole('button', { name: 'Save alerts' }).click();
    await page.getByText('Saved.').waitFor();
    expect(sent).toEqual([{ webhook_url: 'https://hooks.example/in', notify_changes: true }]);
  });

  it.each([
    [401, 'The owner key is mistyped or incomplete. Copy the whole key.', ''],
    [403, `The key is not for ${DOMAIN}.`, 'A key opens the dashboard of one domain only.'],
    [503, 'The store cannot be reached.', ''],
  ])('stays closed if the key gets %i: %s', async (status, detail, advice) => {
    await owner('/stats', problem(status, detail));
    await open();
    const line = page.locator('#dashboard .warning-line');
    await line.waitFor();
    expect((await line.innerText()).trim()).toBe(`${detail} ${advice}`.trim());
    expect(await line.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.getByRole('link', { name: `Claim ${DOMAIN}` }).count()).toBe(0);
  });

  it('keeps the key while the service fails, and opens on another try', async () => {
    await owner('/stats', problem(503, 'The store cannot be reached.'));
    await page.goto(`${baseUrl}/owner`);
    await page.getByLabel('Keep it until this tab is closed').check();
    await open();
    await page.getByText('The store cannot be reached.').waitFor();
    await page.reload();
    await page.getByText('The store cannot be reached.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.unrouteAll();
    await owner('/stats', answer(200, STATS));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 2, name: DOMAIN }).waitFor();
  });

  it('rejects a malformed key without sending it', async () => {
    await owner('/stats', () => expect.unreachable('the key was sent'));
    await open(DOMAIN, 'svk_live_short');
    await page.getByText('This owner key is incomplete').waitFor();
    expect(await page.getByRole('link', { name: `Claim ${DOMAIN}` }).getAttribute('href')).toBe(`/claim/${DOMAIN}`);
  });

  it('reports a slow service and a missing network', async () => {
    const waiting = Promise.withResolvers<void>();
    await owner('/stats', async (route) => {
      await waiting.promise;
      await answer(200, STATS)(route);
    });
    await open();
    await page.getByText('The service is slow to answer; still waiting.').waitFor();
    waiting.resolve();
    await page.getByRole('heading', { level: 2, name: DOMAIN }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('button', { name: 'Crawl now' }).click();
    await page.getByRole('region', { name: 'The entry' }).getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
  });

  it('shows the time of the next recrawl, and closes if the key ends', async () => {
    await owner('/stats', answer(200, STATS));
    await owner('/recrawl', problem(429, 'too soon', { 'retry-after': '400' }));
    await open();
    await tabTo(page, page.getByRole('button', { name: 'Crawl now' }));
    await page.keyboard.press('Enter');
    await page.getByText(/The site was crawled a moment ago. You can crawl it again from .+, in 7 min\./).waitFor();
    await page.unrouteAll();
    await owner('/stats', problem(401, 'The key is unknown, or a later key replaced it.'));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('heading', { name: 'Open the dashboard' }).waitFor();
  });

  it('keeps the key for the tab if its owner chooses so, and forgets it when closed', async () => {
    await owner('/stats', answer(200, STATS));
    await page.goto(`${baseUrl}/owner`);
    await page.getByLabel('Keep it until this tab is closed').check();
    await page.getByLabel('Show the key').check();
    await open();
    await page.getByRole('heading', { level: 2, name: DOMAIN }).waitFor();
    expect(await page.content()).not.toContain(KEY);
    await page.reload();
    await page.getByRole('heading', { level: 2, name: DOMAIN }).waitFor();
    await page.getByRole('button', { name: 'Show the key' }).click();
    expect(await page.locator('pre').filter({ hasText: KEY }).count()).toBe(1);
    await page.getByRole('button', { name: 'Close the dashboard' }).click();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(await page.getByLabel('Owner key').inputValue()).toBe('');
    expect(await page.content()).not.toContain(KEY);
  });

  it('offers no channel that the service lacks, no empty chart or log, and says if lists leave the site out', async () => {
    const notifications = {
      ...STATS.notifications,
      channels: ['webhook'],
      notify_email: null,
      email_state: null,
      recent: [],
    };
    const lookups = { ...STATS.lookups, total: 0, daily: [] };
    await owner('/stats', answer(200, { ...STATS, score_history: [], notifications, lookups }));
    await page.route(`${baseUrl}/v1/domain/${DOMAIN}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), tier: 'unlisted' } });
    });
    await open();
    await page.getByRole('region', { name: 'Your site in lists' }).getByText('Not shown in lists').waitFor();
    expect(await page.getByLabel('Email').count()).toBe(0);
    expect(await page.locator('#dashboard :is(svg.history, .tiles, table)').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });

  it('explains without JavaScript how to proceed', async () => {
    const html = await (await fetch(`${baseUrl}/owner`)).text();
    expect(html).toMatch(/<noscript>.*The dashboard needs JavaScript\..*href="\/docs\/owners".*<\/noscript>/s);
    expect(html).not.toContain('<form method');
  });
});

describe('a claim without a proof', () => {
  it('shows no flaws, light and dark, at each width', async () => {
    await page.goto(`${baseUrl}/claim/clay-and-kiln.example`);
    await page.locator('[data-way="well_known"] summary').click();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.locator('[data-outcome]').waitFor();
    expect(await findFlaws(page)).toEqual([]);
  });
});
