import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';

export const baseUrl = inject('baseUrl');

/** What pages ask the API, or for a proof, may be refused: they say so, and the test reads it there. */
const API = /\/(?:v1|claim)\/[^/]+/;

/** The browser that all tests share. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.connect(inject('browserUrl'));
}

/** A page that is watched: what no page of ours may do is written down. */
export interface WatchedPage {
  readonly page: Page;
  /** Whatever went wrong since it was asked last. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

declare global {
  interface Window {
    /** Violations of the policy that the page itself has seen. */
    seenViolations?: string[];
    /** Set by what the hostile sites of the sample try to run. */
    pwned?: unknown;
  }
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  const note = (kind: string, what: string) => faults.push(`${kind} on ${page.url()}: ${what}`);
  if (options.javaScriptEnabled !== false) {
    await page.addInitScript(() => {
      window.seenViolations = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        window.seenViolations?.push(`${violatedDirective} ${blockedURI}`),
      );
    });
  }
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser logs every answer above 399: of a page that is for the test to judge, of its parts see below.
    if (message.text().includes('the server responded with a status of')) return;
    note(message.type(), message.text());
  });
  page.on('pageerror', (error) => note('error', error.message));
  page.on('dialog', (dialog) => {
    note('dialog', dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(?:data|blob):/.test(url)) note('request', url);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (response.status() >= 400 && !request.isNavigationRequest() && !API.test(response.url())) {
      note('answer', `${response.status()} ${response.url()}`);
    }
  });
  return {
    page,
    async faults() {
      if (options.javaScriptEnabled !== false) {
        const seen = await page.evaluate(() => ({ violations: window.seenViolations ?? [], pwned: window.pwned }));
        for (const violation of seen.violations) note('violation', violation);
        if (seen.pwned !== undefined) note('script of a site', String(seen.pwned));
      }
      return faults.splice(0);
    },
    close: () => context.close(),
  };
}

/** The search box of a page that has one of its own beside that of the header. */
export function searchBox(page: Page): Locator {
  return page.locator('main input[type="search"]');
}

/** Walks with the tabulator until `target` has the focus: what cannot be reached so fails here. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'visible' });
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached by keyboard on ${page.url()}`);
}

/** More stops than any page has that a journey leads over. */
const MOST_STEPS = 150;
