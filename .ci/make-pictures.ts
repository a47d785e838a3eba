import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { freePort } from '../tests/functions/mcp/free-port.ts';

// The pictures of the README: the page of a site of the sample web, light and dark.

const FOLDER = join(import.meta.dirname, '../docs/images');
const SITE = '/domain/clay-and-kiln.example';
const SIZE = { width: 1_100, height: 780 };

const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
const port = await freePort();
const server = fork(join(import.meta.dirname, '../tests/e2e/serve-sample.ts'), {
  execArgv: [],
  env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port) },
});
const ended = once(server, 'exit');
try {
  const ready = await Promise.race([once(server, 'message').then(() => true), ended.then(() => false)]);
  if (!ready) throw new Error('the sample could not be served');
  const browser = await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme });
    await page.goto(`http://127.0.0.1:${port}${SITE}`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: join(FOLDER, `domain-page-${colorScheme}.png`) });
    await page.close();
  }
  await browser.close();
} finally {
  server.disconnect();
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
