import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { newClient } from './new-client.ts';

export const baseUrl = inject('baseUrl');

/** Time after which a wait for the page counts as hung, in ms. A busy machine takes ten times as long as a quiet one. */
const HANG_MS = 120_000;

/** Matches requests that the API may refuse. The page shows the refusal, and the test reads it. */
const API = /\/(?:v1|claim)\/[^/]+/;

/** Page with a record of its faults. */
export interface WatchedPage {
  readonly page: Page;
  /** Returns the faults since the last call. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

declare global {
  interface Window {
    /** Policy violations reported by the page. */
    seenViolations?: string[];
    /** Value that scripts of hostile sample sites set. */
    pwned?: unknown;
  }
}

/** Opens a page. Requests to other services than `service` are faults. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
  service = baseUrl,
): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', extraHTTPHeaders: newClient(), ...options });
  context.setDefaultTimeout(HANG_MS);
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
    // Ignore this message, because the browser logs every status above 399. The test judges the page, and the code below judges
    // its parts.
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
    if (!url.startsWith(`${service}/`) && !/^(?:data|blob):/.test(url)) note('request', url);
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

/** Returns the search box of a page, apart from the header's box. */
export function searchBox(page: Page): Locator {
  return page.locator('main input[type="search"]');
}

/** Presses Tab until `target` has the focus. Fails if `target` gets no focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'visible' });
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached by keyboard on ${page.url()}`);
}

/** Most presses. No tested page has this many stops. */
const MOST_STEPS = 150;
