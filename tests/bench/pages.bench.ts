import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { launchBrowser } from '../e2e/launch-browser.ts';
import { newClient } from '../e2e/new-client.ts';
import { FAILED, KINDS } from '../e2e/page-kinds.ts';
import { startSample } from '../e2e/start-sample.ts';
import { median, report } from './figure.ts';

/**
 * Measures largest contentful paint, layout shift and transferred bytes of every kind of page: `npm run bench -- pages
 * [--rounds=5]`. The test browser has a four times slower CPU.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? 5);

const BENCH = 'pages';
const SLOWER = 4;
const MAX_LCP_MS = 1_000;
const MAX_SHIFT = 0.02;
const MAX_BYTES = 60_000;
const MAX_HOME_BYTES = 50_000;
const VIEWPORT = { width: 390, height: 844 };

const sized = (links: number) => `links-${links}.example`;
const PAGES = [...KINDS, ...Object.keys(FAILED), ...[100, 3_000].map((links) => `/domain/${sized(links)}`)];

declare global {
  interface Window {
    painted?: { lcpMs: number; shift: number };
  }
}

const sample = await startSample();
try {
  for (const links of [100, 3_000]) await addSite(links);
  const browser = await launchBrowser();
  for (const path of PAGES) await measure(browser, path, path === '/' ? MAX_HOME_BYTES : MAX_BYTES);
  await browser.close();
} finally {
  await sample.stop();
}

/** Adds a site with this many links to the sample web, and waits for its visit. */
async function addSite(links: number): Promise<void> {
  const host = sized(links);
  const line = (at: number) =>
    `- [Page ${at} of the manual](https://${host}/page-${at}): What it takes to do task ${at}.`;
  const sections = Array.from({ length: Math.ceil(links / 50) }, (_, section) => {
    const lines = Array.from({ length: Math.min(50, links - section * 50) }, (_line, at) => line(section * 50 + at));
    return `## Part ${section + 1}\n\n${lines.join('\n')}`;
  });
  const body = `# A manual of ${links} pages\n\n> How to do ${links} things.\n\n${sections.join('\n\n')}\n`;
  const publish = async (path: string, type: string, text: string) =>
    await fetch(sample.editorUrl, { method: 'POST', body: JSON.stringify({ host, path, type, body: text }) });
  await publish('/llms.txt', 'text/plain', body);
  await publish('/', 'text/html', '<!doctype html><html lang="en"><title>A manual</title><p>A manual.</p></html>');
  await fetch(`${sample.baseUrl}/v1/sites`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: host }),
  });
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const found = z
      .object({ links: z.number() })
      .safeParse(await (await fetch(`${sample.baseUrl}/v1/domain/${host}`)).json());
    if (found.success && found.data.links === links) return;
    await wait(500);
  }
  throw new Error(`${host} was not visited`);
}

async function measure(browser: Browser, path: string, maxBytes: number): Promise<void> {
  const lcp: number[] = [];
  const shifts: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Use a new context, because its cache is empty.
    const context = await browser.newContext({ viewport: VIEWPORT, extraHTTPHeaders: newClient() });
    const page = await context.newPage();
    const sent = await prepare(page);
    await page.goto(`${sample.baseUrl}${path}`, { waitUntil: 'networkidle' });
    // Wait, because the browser reports the value a frame later.
    await page.waitForFunction(() => (window.painted?.lcpMs ?? 0) > 0);
    const painted = await page.evaluate(() => window.painted ?? { lcpMs: Number.NaN, shift: Number.NaN });
    lcp.push(painted.lcpMs);
    shifts.push(painted.shift);
    bytes.push(sent());
    await context.close();
  }
  const figure = (name: string, value: number, unit: string, atMost: number) =>
    report({ bench: BENCH, figure: `${name} of ${path}`, value, unit, bar: { atMost } });
  figure('largest contentful paint', median(lcp), 'ms', MAX_LCP_MS);
  figure('layout shift', Math.max(...shifts), '', MAX_SHIFT);
  figure('weight', Math.max(...bytes), 'bytes', maxBytes);
}

/**
 * Slows down the CPU and starts the measurement. Returns a function that reports the compressed bytes received so
 * far.
 */
async function prepare(page: Page): Promise<() => number> {
  await page.addInitScript(() => {
    const painted = { lcpMs: 0, shift: 0 };
    window.painted = painted;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) painted.lcpMs = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') painted.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}
