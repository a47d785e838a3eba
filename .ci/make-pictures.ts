import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../tests/e2e/launch-browser.ts';
import { startSample } from '../tests/e2e/start-sample.ts';

// Takes the pictures of the README: the page of a sample site, light and dark.

const FOLDER = join(import.meta.dirname, '../docs/images');
const SITE = '/domain/clay-and-kiln.example';
const SIZE = { width: 1_100, height: 780 };

const sample = await startSample();
try {
  const browser = await launchBrowser();
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme });
    await page.goto(`${sample.baseUrl}${SITE}`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: join(FOLDER, `domain-page-${colorScheme}.png`) });
    await page.close();
  }
  await browser.close();
} finally {
  await sample.stop();
}
